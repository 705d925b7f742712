public import Foundation

/// How a headshot is cut out of a photo and lit, without a model.
///
/// Lengths are in pixels of the original photo, from its upper left corner.
public struct HeadshotPlan: Sendable, Equatable {
    /// The part of the photo that is shown, 4 by 5; all of it is there.
    public let frame: PhotoBox
    /// The degrees clockwise on the screen by which the frame is turned around its middle, to set a
    /// tilted head more upright; turned, it still lies within the photo.
    public let turn: Double
    /// The middle of the head at the height of the eyes.
    public let head: PhotoPoint
    /// The distance of the eyes of a head of this size that looks ahead.
    public let eyeDistance: Double
    /// What becomes of each value of sRGB: red, green and blue in turn, 256 times.
    ///
    /// It evens out the colour of the light by half and brings the face into the usual light.
    public let tones: Data
}

extension FaceAnalyzer {
    /// Plans the headshot of a photo by what was seen in it; nil without a face.
    ///
    /// - Parameter reach: How far the person reaches; what is not known of it is taken as it usually is.
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
