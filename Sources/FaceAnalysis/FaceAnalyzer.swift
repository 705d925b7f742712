public import Nets

/// Analyses the face in a photo and judges the photo as a headshot, locally and deterministically.
public struct FaceAnalyzer: Sendable {
    private let nets: Nets?

    /// Creates an analyzer; with nets, it measures faces by their points and rarely needs the slower detector.
    public init(nets: Nets? = nil) {
        self.nets = nets
    }

    /// Prepares what every analysis needs, which takes up to a second, once per process.
    ///
    /// Without this call, the first analysis does it. With nets, most analyses do not need dlib, so its weights
    /// are decoded at their first use.
    public func warmUp() async throws(FaceAnalysisError) {
        guard nets == nil else { return }
        try await FaceLane.run { () throws(FaceAnalysisError) in try FaceDetector.warmUp() }
    }

    /// Finds only the faces in a photo, the widest first, for about half the cost of an analysis.
    public func faces(in pixels: FacePixels) async throws(FaceAnalysisError) -> [Face] {
        try await FaceLane.run { () throws(FaceAnalysisError) in
            try FaceMeasurement.faces(in: pixels, nets: nets)
        }
    }

    /// Analyses a photo in 50 to 300 milliseconds; cancellation does not interrupt it.
    ///
    /// A photo without a face, or with a bad one, is not an error: its findings say so.
    public func analyze(_ pixels: FacePixels) async throws(FaceAnalysisError) -> PhotoAnalysis {
        try await FaceLane.run { () throws(FaceAnalysisError) in
            let (facts, measures) = try FaceMeasurement.look(at: pixels, nets: nets)
            let findings = FaceRules.findings(for: facts)
            return PhotoAnalysis(
                facts: facts, findings: findings, score: PhotoScore(of: facts, findings: findings),
                measures: measures)
        }
    }
}
