@testable import Companion

extension Scan {
    /// What was said of a photo in which nothing was measured.
    static let sampleAnswer = """
        {"score":50,"ratings":[],"strengths":[],"weaknesses":[],"findings":[],\
        "face":{"faces":[],"height":1,"width":1}}
        """
}
