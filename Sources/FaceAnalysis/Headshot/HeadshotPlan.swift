public import Foundation

/// How to cut a headshot out of a photo and light it, without a model.
///
/// Lengths are in pixels of the original photo, measured from its upper left corner.
public struct HeadshotPlan: Sendable, Equatable {
    /// The part of the photo that is shown, 4 by 5; it lies within the photo.
    public let frame: PhotoBox
    /// The degrees by which the frame is turned clockwise around its middle, to set a tilted head more upright;
    /// the turned frame still lies within the photo.
    public let turn: Double
    /// The middle of the head at eye level.
    public let head: PhotoPoint
    /// The distance between the eyes of a head of this size that faces the camera.
    public let eyeDistance: Double
    /// The new value for each value of sRGB: red, green and blue in turn, 256 entries each.
    ///
    /// It corrects half of the light's colour cast and brings the face into normal light.
    public let tones: Data
}

extension FaceAnalyzer {
    /// Plans the headshot from the facts of a photo; nil without a face.
    ///
    /// - Parameter reach: The extent of the person; usual values replace unknown ones.
    public func headshotPlan(
        for facts: FaceFacts, in pixels: FacePixels, reach: PersonReach = PersonReach()
    ) async throws(FaceAnalysisError) -> HeadshotPlan? {
        guard let fit = FrameFit(facts, reach) else { return nil }
        return try await FaceLane.run { () throws(FaceAnalysisError) in
            let small = SmallPhoto(of: Picture(try ColourRaster(pixels)))
            let tones = Tones(of: small.colours, light: facts.light)
            return HeadshotPlan(
                frame: fit.frame, turn: fit.turn, head: fit.head, eyeDistance: fit.eyeDistance,
                tones: tones.table)
        }
    }
}
