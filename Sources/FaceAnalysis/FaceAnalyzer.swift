public import Nets

/// Looks at the face in a photo and judges the photo as a headshot; local, and the same for the
/// same pixels.
public struct FaceAnalyzer: Sendable {
    private let nets: Nets?

    /// Makes an analyzer; with nets, it measures faces by their points, and needs the slower detector rarely.
    public init(nets: Nets? = nil) {
        self.nets = nets
    }

    /// Does what every analysis needs; it takes up to a second, once a process.
    ///
    /// Without it, the first analysis does so. With nets, most analyses do without dlib, so its weights are decoded when
    /// one needs it first.
    public func warmUp() async throws(FaceAnalysisError) {
        guard nets == nil else { return }
        try await FaceLane.run { () throws(FaceAnalysisError) in try FaceDetector.warmUp() }
    }

    /// Finds the faces in a photo and nothing else, the widest first, for about half the cost of an
    /// analysis.
    public func faces(in pixels: FacePixels) async throws(FaceAnalysisError) -> [Face] {
        try await FaceLane.run { () throws(FaceAnalysisError) in
            try PhotoLook.faces(in: pixels, nets: nets)
        }
    }

    /// Looks at a photo for 50 to 300 milliseconds; not interrupted by cancellation.
    ///
    /// A photo without a face, or with a bad one, is no error: its findings say so.
    public func analyze(_ pixels: FacePixels) async throws(FaceAnalysisError) -> PhotoAnalysis {
        try await FaceLane.run { () throws(FaceAnalysisError) in
            let (facts, measures) = try PhotoLook.look(at: pixels, nets: nets)
            let findings = FaceRules.findings(for: facts)
            return PhotoAnalysis(
                facts: facts, findings: findings, score: PhotoScore(of: facts, findings: findings),
                measures: measures)
        }
    }
}
