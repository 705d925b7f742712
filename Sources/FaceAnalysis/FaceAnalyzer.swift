/// Looks at the face in a photo and judges the photo as a headshot; local, and the same for the
/// same pixels.
public struct FaceAnalyzer: Sendable {
    private let landmarks: LandmarkModel?

    /// Makes an analyzer; with a file of dlib's shape predictor, 5 or 68 points, it also measures
    /// proportions.
    ///
    /// Reading the file blocks, for half a second with the common one of 68 points.
    public init(landmarksPath: String? = nil) throws(FaceAnalysisError) {
        guard let landmarksPath else {
            landmarks = nil
            return
        }
        landmarks = try LandmarkModel(path: landmarksPath)
    }

    /// Decodes the detector's weights, which takes up to a second, once a process.
    ///
    /// Without it, the first analysis does so.
    public func warmUp() async throws(FaceAnalysisError) {
        try await FaceLane.run { () throws(FaceAnalysisError) in try FaceDetector.warmUp() }
    }

    /// Finds the faces in a photo and nothing else, the widest first, for about half the cost of an
    /// analysis.
    public func faces(in pixels: FacePixels) async throws(FaceAnalysisError) -> [Face] {
        try await FaceLane.run { () throws(FaceAnalysisError) in try PhotoLook.faces(in: pixels) }
    }

    /// Looks at a photo for 50 to 300 milliseconds; not interrupted by cancellation.
    ///
    /// A photo without a face, or with a bad one, is no error: its findings say so.
    public func analyze(_ pixels: FacePixels) async throws(FaceAnalysisError) -> PhotoAnalysis {
        let landmarks = landmarks
        return try await FaceLane.run { () throws(FaceAnalysisError) in
            let facts = try PhotoLook.facts(of: pixels, landmarks: landmarks)
            let findings = FaceRules.findings(for: facts)
            return PhotoAnalysis(
                facts: facts, findings: findings, score: PhotoScore(of: facts, findings: findings))
        }
    }
}
