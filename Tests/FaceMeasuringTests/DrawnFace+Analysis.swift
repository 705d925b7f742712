import FaceFacts
import FaceMeasuring
import Foundation
import Ground
import TestSupport

extension DrawnFace {
    /// The picture as it is handed to the analyzer, as if it had been made smaller from the demo's
    /// own photo.
    func pixels(scale: Double = 3) -> PhotoPixels {
        PhotoPixels(width: width, height: height, rgb: Data(rgb), scale: scale)
    }

    /// One look at the picture.
    func analysis(scale: Double = 3) throws -> PhotoAnalysis {
        try FaceAnalyzer().analyze(pixels(scale: scale))
    }
}

extension PhotoAnalysis {
    /// The rules that refused the photo.
    var refusals: [String] {
        findings.filter { $0.severity == .refusal }.map(\.rule)
    }
}
