import Foundation

/// Decoded pixels that a JPEG can be made of, whole or in part.
protocol EncodablePicture: ~Copyable {
    /// The width in pixels.
    var width: Int { get }
    /// The height in pixels.
    var height: Int { get }

    /// A baseline JPEG with halved chroma and without any metadata.
    borrowing func encodedJPEG(quality: Int) throws(ValidationError) -> Data

    /// Full-width strips of `height` rows that start at the rows `tops`, one below another.
    ///
    /// All of them lie within the picture, on its grid of 16 rows.
    borrowing func sample(tops: [Int], height: Int) throws(ValidationError) -> Self
}
