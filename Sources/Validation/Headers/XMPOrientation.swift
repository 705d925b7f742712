import FoundationEssentials
import Ground

/// The orientation tag in XMP metadata, which some editors write alone.
///
/// Layout: XMP specification, part 2, section 3.5 (the namespace of TIFF), as an attribute or an element.
enum XMPOrientation {
    /// The bytes before the metadata in a JPEG.
    static let signature = "http://ns.adobe.com/xap/1.0/\0"

    /// Reads the tag; nil without one from 1 to 8.
    ///
    /// `bytes` are not parsed as XML, only searched.
    static func read(_ bytes: Data) -> Int? {
        guard let name = bytes.firstRange(of: "tiff:Orientation") else { return nil }
        let rest = String(decoding: bytes[name.upperBound...].prefix(longest), as: UTF8.self)
        guard let match = rest.prefixMatch(of: /\s*(?:=\s*["']|>)\s*([1-8])(?![0-9])/) else {
            return nil
        }
        return Int(match.1)
    }

    /// In bytes: enough for the number, and for blanks around it.
    private static let longest = 32
}
