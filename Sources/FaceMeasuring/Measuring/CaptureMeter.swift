import FaceFacts

/// Measures how far away the camera was, by what the file says of its lens.
enum CaptureMeter {
    /// The mean distance between adults' pupils, in millimetres; most have 54 to 74.
    ///
    /// N. A. Dodgson, Variation and extrema of human interpupillary distance, 2004.
    private static let eyeDistance = 63.0
    /// The diagonal of a picture on 35 mm film, in millimetres, by which equivalent focal lengths are stated (CIPA DCG-001).
    private static let filmDiagonal = 43.27
    /// How much of the distance is certain: people's eyes differ by 6 %, and where they are seen by 4 %.
    private static let certainty = 0.9

    /// - Parameter eyeDistance: Of a head that faces the camera, in analyzed pixels; nil if the eyes were not seen.
    static func capture(
        _ source: PhotoSource, eyeDistance: Double?, pose: Pose?, trust: Double, frame: PhotoFrame
    ) -> Capture? {
        Capture(
            distance: distance(
                with: source.focalLength, eyeDistance, pose, trust: trust, frame: frame),
            quality: source.quality)
    }

    /// By similar triangles; nil if the head is turned, since then the distance of the eyes is a guess.
    private static func distance(
        with focalLength: Int?, _ eyeDistance: Double?, _ pose: Pose?, trust: Double,
        frame: PhotoFrame
    ) -> Measure? {
        guard let focalLength, let eyeDistance, let pose,
            ![.left, .right].contains(pose.direction)
        else { return nil }
        let (width, height) = (Double(frame.width), Double(frame.height))
        let onFilm = eyeDistance * filmDiagonal / (width * width + height * height).squareRoot()
        return Measure(
            Double(focalLength) * Self.eyeDistance / onFilm / 10, .centimetres,
            confidence: trust * certainty)
    }
}
