package import FoundationEssentials

/// A photo as decoders get it, where they would stumble over what is around its pixels.
package enum DecodableCopy {
    /// `bytes`, or a copy of them with the same coded pixels that more decoders open.
    ///
    /// It is never sent or kept.
    package static func of(_ bytes: Data, as format: PhotoFormat) -> Data {
        switch format {
        case .jpeg: JPEGEnding.completed(bytes)
        case .heic, .heif: HEIFSimplifier.simplified(bytes)
        case .png, .webp: bytes
        }
    }
}
