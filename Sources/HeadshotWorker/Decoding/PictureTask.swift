/// One thing to do with a stranger's picture: everything that decodes pixels is one of these.
public enum PictureTask: Codable, Sendable, Equatable {
    /// Judges a photo and makes it the photo as sent, which is the reply's picture.
    ///
    /// `usesPlanes` is ``PhotoPreparer``'s. With `looks`, the face is looked at in the same decode.
    case prepare(usesPlanes: Bool, looks: Bool)
    /// Judges a photo as `prepare` does and looks at the face.
    ///
    /// The reply's picture is the photo made small: upright, sRGB, at most `side` pixels along a side.
    case look(side: Int)
    /// Judges a headshot that came back, every pixel of it; with `looks`, the face, too.
    case check(looks: Bool)
    /// Makes any picture, a photo or a headshot, small: at most `side` pixels along a side. Judges
    /// nothing.
    ///
    /// The reply's picture is a JPEG, or with `asPixels` what
    /// ``AnalysisPixels/init(pixmap:)`` reads; there is none where it cannot be decoded.
    case show(side: Int, asPixels: Bool)
}
