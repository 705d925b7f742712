package import FoundationEssentials
import Ground

/// How a picture came about: a term of IPTC's [Digital Source Type](https://cv.iptc.org/newscodes/digitalsourcetype/), which
/// metadata names so that people and services can tell photographs from pictures that a program made.
package struct DigitalSource: Sendable, Equatable {
    /// The term, such as `trainedAlgorithmicMedia`: at most 64 letters.
    package let term: String

    /// A photo whose light or background an algorithm changed.
    package static let enhanced = Self(term: "algorithmicallyEnhanced")
    /// A person cut out of a photo, before a background that was drawn.
    package static let composite = Self(term: "compositeSynthetic")

    private init(term: String) { self.term = term }

    /// What a picture's metadata says, be it XMP or C2PA; `nil` if it says nothing.
    package init?(of picture: Data) {
        guard let place = picture.firstRange(of: Self.vocabulary) else { return nil }
        let letters = picture[place.upperBound...].prefix(Self.longestTerm)
            .prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & ~0x20 }
        guard !letters.isEmpty else { return nil }
        term = String(decoding: letters, as: UTF8.self)
    }

    /// A copy of a JPEG that says so in its XMP.
    ///
    /// - Parameter jpeg: One without XMP; other bytes are returned as they are.
    package func marking(_ jpeg: Data) -> Data {
        let packet = Data(
            (Self.namespace + "\0"
                + """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
                <rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" \
                Iptc4xmpExt:DigitalSourceType="\(Self.vocabulary)\(term)"/></rdf:RDF></x:xmpmeta>
                """).utf8)
        let start = [UInt8](jpeg.prefix(6))
        guard start.count == 6, start.starts(with: [0xFF, 0xD8, 0xFF]) else { return jpeg }
        // JFIF's segment comes first, where there is one. The length of a segment counts its own two bytes.
        let end = start[3] == 0xE0 ? min(4 + Int(start[4]) << 8 + Int(start[5]), jpeg.count) : 2
        let length = packet.count + 2
        var marked = jpeg.prefix(end)
        marked.append(contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)])
        marked.append(packet)
        marked.append(jpeg.dropFirst(end))
        return marked
    }

    private static let vocabulary = "http://cv.iptc.org/newscodes/digitalsourcetype/"
    /// The name of the segment, by the XMP specification, part 3.
    private static let namespace = "http://ns.adobe.com/xap/1.0/"
    /// Longer than any term of the vocabulary.
    private static let longestTerm = 64
}
