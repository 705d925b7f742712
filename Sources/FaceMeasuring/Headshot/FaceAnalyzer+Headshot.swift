public import FaceFacts
public import Ground

extension FaceAnalyzer {
    /// Plans the headshot from the facts of a photo; nil without a face.
    ///
    /// - Parameter reach: The extent of the person; usual values replace unknown ones.
    public func headshotPlan(
        for facts: FaceFacts, in pixels: PhotoPixels, reach: PersonReach = PersonReach()
    ) throws(FaceAnalysisError) -> HeadshotPlan? {
        guard let fit = FrameFit(facts, reach) else { return nil }
        let small = SmallPhoto(of: Picture(try ColourRaster(pixels)))
        let tones = Tones(of: small.colours, light: facts.light)
        return HeadshotPlan(
            left: fit.frame.left, top: fit.frame.top, width: fit.frame.width,
            height: fit.frame.height, turn: fit.turn, headX: fit.head.x, headY: fit.head.y,
            eyeDistance: fit.eyeDistance, tones: tones.table)
    }
}
