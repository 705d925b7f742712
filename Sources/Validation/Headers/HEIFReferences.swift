import FoundationEssentials

/// The references between a HEIF's items, one after another.
///
/// Layout: ISO/IEC 14496-12, section 8.11.12.
struct HEIFReferences: Sequence, IteratorProtocol {
    /// A relation of one item to others.
    struct Reference {
        /// Four characters, such as "thmb" for a thumbnail of others.
        let type: String
        /// The index of these characters in the file's bytes.
        let place: Data.Index
        let from: Int
        let to: [Int]
    }

    private let content: ByteView
    /// The bytes of an item's number.
    private let width: Int
    private var position = 0

    /// Reads the content of the box that has them; nil without a version.
    init?(_ box: ByteView) {
        guard let (version, _, content) = box.versioned else { return nil }
        self.content = content
        width = version == 0 ? 2 : 4
    }

    mutating func next() -> Reference? {
        // Each is a box whose size also follows from its number of items: decoders use that.
        guard let size = content.number(at: position, width: 4),
            let type = content.name(at: position + 4)
        else { return nil }
        let start = position + 8 + (size == 1 ? 8 : 0) + (type == "uuid" ? 16 : 0)
        guard let from = content.number(at: start, width: width),
            let count = content.number(at: start + width, width: 2),
            // A count larger than the box must not cost time.
            let ids = content.slice(at: start + width + 2, count: count * width)
        else { return nil }
        let place = content.startIndex + position + 4
        position = start + width + 2 + count * width
        let to = (0..<count).compactMap { ids.number(at: $0 * width, width: width) }
        return Reference(type: type, place: place, from: from, to: to)
    }
}

/// Takes references out of a HEIF that stop older decoders, and that the picture itself does not need.
///
/// Telephones give a gain map, a depth map and metadata to two items at once: the picture, and the recipe that makes it
/// brighter. libheif before 1.18, which Debian 12 and Ubuntu 24.04 have, refuses such a file as a whole.
enum HEIFSimplifier {
    /// `bytes` of the same length without those references; the same bytes if there are none.
    static func simplified(_ bytes: Data) -> Data {
        guard let meta = ByteView(bytes).boxes().first(where: { $0.type == "meta" }),
            let items = HEIFItems(meta.content)
        else { return bytes }
        let keeper = Keeper(items)
        let superfluous = items.references.filter { !keeper.keeps($0) }
        guard !superfluous.isEmpty else { return bytes }
        var simple = bytes
        for reference in superfluous {
            for (offset, letter) in "free".utf8.enumerated() {
                simple[reference.place + offset] = letter
            }
        }
        // A mask or thumbnail of nothing would count as one more picture to show.
        let helpers = Set(superfluous.lazy.filter { $0.type != "cdsc" }.map(\.from))
        for item in items.items where helpers.contains(item.id) && item.id != items.primary {
            simple[item.flags] |= 1
        }
        return simple
    }

    /// Knows which references a decoder is given.
    private struct Keeper {
        private let primary: Int?
        private let pictures: Set<Int>
        private let alphas: Set<Int>

        init(_ items: HEIFItems) {
            primary = items.primary
            pictures = Set(
                items.items.lazy.filter { HEIFItems.pictureTypes.contains($0.type) }.map(\.id))
            alphas = items.alphas
        }

        func keeps(_ reference: HEIFReferences.Reference) -> Bool {
            switch reference.type {
            // Metadata of a picture, which nothing here reads through a decoder.
            case "cdsc": return false
            case "auxl", "thmb":
                if reference.to.count == 1, reference.to.allSatisfy(pictures.contains) {
                    return true
                }
                // Without its transparency, the picture would show what is hidden: rather an old decoder refuses it.
                return alphas.contains(reference.from) && reference.to.contains { $0 == primary }
            default: return true
            }
        }
    }
}
