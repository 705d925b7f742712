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

extension FaceAnalyzer {
    /// Whether several looks at once at a drawn person agree with one.
    func agreesWithItself() async throws -> Bool {
        let pixels = DrawnFace.portrait.pixels()
        let alone = try analyze(pixels)
        return try await withThrowingTaskGroup(of: PhotoAnalysis.self) { group in
            for _ in 0..<4 { group.addTask { try analyze(pixels) } }
            return try await group.allSatisfy { $0 == alone }
        }
    }
}

extension PhotoAnalysis {
    /// The rules that refused the photo.
    var refusals: [String] {
        findings.filter { $0.severity == .refusal }.map(\.rule)
    }
}

extension Eyes {
    /// Whether they were clearly seen, and within six pixels of those of a drawn portrait.
    var areWhereTheyWereDrawn: Bool {
        let ways = [
            SIMD2(left.x, left.y) - DrawnFace.leftEye, SIMD2(right.x, right.y) - DrawnFace.rightEye,
        ]
        return !isApproximate && ways.allSatisfy { max(abs($0.x), abs($0.y)) < 6 }
    }
}
