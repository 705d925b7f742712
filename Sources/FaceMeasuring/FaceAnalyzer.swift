public import FaceFacts
public import Ground
public import Nets

/// Analyses the face in a photo and judges the photo as a headshot, locally and deterministically.
///
/// Its methods block the calling thread while they compute; cancellation does not interrupt them.
public struct FaceAnalyzer: Sendable {
    /// The best length of a photo's longer side for analysis, in pixels.
    ///
    /// Faces of 80 pixels in width are found, so at this length no face is missed that could become a headshot, and a
    /// larger picture only costs time.
    public static let longSide = 1280

    private let nets: Nets?

    /// Creates an analyzer; with nets, it measures faces by their points and rarely needs the slower detector.
    public init(nets: Nets? = nil) {
        self.nets = nets
    }

    /// Prepares what every analysis needs, which takes up to a second, once per process.
    ///
    /// Without this call, the first analysis does it. With nets, most analyses do not need dlib, so its weights
    /// are decoded at their first use.
    public func warmUp() throws(FaceAnalysisError) {
        guard nets == nil else { return }
        try FaceDetector.warmUp()
    }

    /// Analyses a photo in 50 to 300 milliseconds.
    ///
    /// A photo without a face, or with a bad one, is not an error: its findings say so.
    ///
    /// - Parameter source: What the file's header says beside the pixels.
    public func analyze(
        _ pixels: PhotoPixels, from source: PhotoSource = PhotoSource()
    ) throws(FaceAnalysisError) -> PhotoAnalysis {
        let (facts, measures) = try FaceMeasurement.look(at: pixels, from: source, nets: nets)
        let findings = FaceRules.findings(for: facts)
        return PhotoAnalysis(
            facts: facts, findings: findings, score: PhotoScore(of: facts, findings: findings),
            measures: measures)
    }

    /// Plans the headshot from the facts of a photo; nil without a face.
    ///
    /// - Parameter reach: The extent of the person and what is behind; usual values replace unknown ones.
    public func headshotPlan(
        for facts: FaceFacts, in pixels: PhotoPixels, reach: PersonReach = PersonReach()
    ) throws(FaceAnalysisError) -> HeadshotPlan? {
        guard var plan = FrameFit.plan(facts, reach) else { return nil }
        let small = SmallPhoto(of: Picture(try ColourRaster(pixels)))
        let view = PortraitColours(of: facts, in: small, scale: pixels.scale)
        let background = reach.background ?? view.background
        plan.tones =
            Tones(
                of: small.colours, light: facts.light,
                balance: WhiteBalance(behind: background, skin: view.skin)
            ).table
        return plan
    }
}
