import FoundationEssentials
import Validation

/// Decoded pixels that can be encoded as a JPEG, as a whole or in strips.
protocol EncodablePicture: ~Copyable {
    var width: Int { get }
    var height: Int { get }

    /// A baseline JPEG with halved chroma and without any metadata.
    borrowing func encodedJPEG(quality: Int) throws(ValidationError) -> Data

    /// Full-width strips of `height` rows that start at the rows `tops`, stacked.
    ///
    /// All of them lie within the picture, aligned to 16 rows.
    borrowing func sample(tops: [Int], height: Int) throws(ValidationError) -> Self
}
