import FoundationEssentials

/// The list of pictures in a HEIF: their types, their properties, and their relations.
///
/// Layout: ISO/IEC 14496-12, section 8.11 (items); ISO/IEC 23008-12, section 9.3 (their properties).
struct HEIFItems {
    /// One item of the list.
    struct Item {
        let id: Int
        /// Four characters, such as "hvc1" or "grid".
        let type: String
        /// The index in the file's bytes of the byte with its flags, the lowest of which hides it.
        let flags: Data.Index
        let isHidden: Bool
    }

    /// All items, in file order.
    private(set) var items: [Item] = []
    /// The item to show.
    private(set) var primary: Int?
    /// All relations, in file order.
    private(set) var references: [HEIFReferences.Reference] = []
    private var properties: [ISOBox] = []
    /// Where each item's bytes are in the file.
    private var extents: [Int: Range<Int>] = [:]
    /// Each item's indices into `properties`.
    private var places: [Int: [Int]] = [:]
    /// The parts of the list that were read.
    private var parts: Set<String> = []
    /// Whether a part is there twice, as in no valid file: of two, a decoder may take the other.
    private var isAmbiguous = false

    /// Reads the content of a meta box; skips what it cannot read.
    init?(_ meta: ByteView) {
        guard let content = meta.versioned?.content else { return nil }
        for box in content.boxes() {
            switch box.type {
            case "pitm": readPrimary(box.content)
            case "iloc": extents = HEIFLocations.extents(in: box.content)
            case "iinf": readItems(box.content)
            case "iref": references += HEIFReferences(box.content).map(Array.init) ?? []
            case "iprp": readProperties(box.content)
            default: continue
            }
            note(box.type)
        }
    }

    private mutating func note(_ part: String) {
        if !parts.insert(part).inserted { isAmbiguous = true }
    }

    /// The offset in the file where the last item's bytes end.
    var end: Int { items.compactMap { extents[$0.id]?.upperBound }.max() ?? 0 }

    /// Where an item's bytes are in the file, from the first of them to the last; nil for one that is stored elsewhere.
    func place(of item: Int) -> Range<Int>? { extents[item] }

    /// The properties of an item, in the order in which they apply.
    func properties(of item: Int) -> [ISOBox] {
        (places[item] ?? []).map { properties[$0] }
    }

    /// The types of items that are pictures here: coded in HEVC, or made of such.
    static let pictureTypes: Set = ["hvc1", "grid", "iden", "iovl"]

    /// The items that are transparency of the main picture, each one once, however often it is listed.
    var alphas: Set<Int> {
        guard let primary else { return [] }
        let masks = references.lazy.filter { $0.type == "auxl" && $0.to.contains(primary) }
        return Set(masks.map(\.from)).filter(isAlpha)
    }

    private func isAlpha(_ item: Int) -> Bool {
        properties(of: item).contains { property in
            property.type == "auxC" && Self.alphaNames.contains { property.content.has($0, at: 4) }
        }
    }

    private static let alphaNames = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", "urn:mpeg:hevc:2015:auxid:1\0",
    ]

    /// Whether no decoder should follow the references, or decoders could read others.
    var isUnsafe: Bool { isAmbiguous || isNested || isCircular }

    /// Whether a picture leads back to itself, by what it is made of, its masks and its thumbnails in any order.
    ///
    /// Decoders follow such circles, which takes some of them for ever.
    private var isCircular: Bool {
        var parts: [Int: [Int]] = [:]
        var owners: [Int: Int] = [:]
        for reference in references where ["dimg", "auxl", "thmb"].contains(reference.type) {
            for other in reference.to {
                let (owner, part) =
                    reference.type == "dimg" ? (reference.from, other) : (other, reference.from)
                parts[owner, default: []].append(part)
                owners[part, default: 0] += 1
            }
        }
        // Those that nothing leads to are taken away until there are none: only circles have owners for ever.
        var free = parts.keys.filter { owners[$0] == nil }
        while let item = free.popLast() {
            for part in parts.removeValue(forKey: item) ?? [] {
                owners[part, default: 0] -= 1
                if owners[part] == 0 { free.append(part) }
            }
        }
        return !parts.isEmpty
    }

    /// Whether pictures are made of other pictures more deeply than any camera nests them.
    ///
    /// A grid lies over coded pictures, and an identity over either: that is all. Decoders follow deeper references.
    private var isNested: Bool {
        let identities = Set(items.lazy.filter { $0.type == "iden" }.map(\.id))
        let derived = identities.union(
            items.lazy.filter { $0.type == "grid" || $0.type == "iovl" }.map(\.id))
        let hasDeepPictures = references.contains { reference in
            guard reference.type == "dimg" else { return false }
            let deepest = identities.contains(reference.from) ? identities : derived
            return reference.to.contains(where: deepest.contains)
        }
        let hasDeepHelpers = ["auxl", "thmb"].contains { type in
            let own = references.filter { $0.type == type }
            return !Set(own.map(\.from)).isDisjoint(with: own.lazy.flatMap(\.to))
        }
        return hasDeepPictures || hasDeepHelpers
    }

    private mutating func readPrimary(_ content: ByteView) {
        guard let (version, _, content) = content.versioned else { return }
        primary = content.number(at: 0, width: version == 0 ? 2 : 4)
    }

    private mutating func readItems(_ content: ByteView) {
        guard let (version, _, content) = content.versioned else { return }
        for box in content.boxes(from: version == 0 ? 2 : 4) where box.type == "infe" {
            guard let (version, flags, content) = box.content.versioned, version >= 2 else {
                continue
            }
            let width = version == 2 ? 2 : 4
            guard let id = content.number(at: 0, width: width),
                let type = content.name(at: width + 2)
            else { continue }
            // The last of the three bytes before the content.
            let place = content.startIndex - 1
            items.append(Item(id: id, type: type, flags: place, isHidden: flags & 1 == 1))
        }
    }

    private mutating func readProperties(_ content: ByteView) {
        for box in content.boxes() {
            switch box.type {
            case "ipco":
                properties += box.content.boxes()
                note(box.type)
            case "ipma": readAssociations(box.content)
            default: break
            }
        }
        places = places.mapValues { $0.filter(properties.indices.contains) }
    }

    private mutating func readAssociations(_ content: ByteView) {
        guard let (version, flags, content) = content.versioned else { return }
        let idWidth = version == 0 ? 2 : 4
        let placeWidth = flags & 1 == 1 ? 2 : 1
        // The highest bit marks a property that readers must understand.
        let mask = placeWidth == 2 ? 0x7FFF : 0x7F
        var position = 4
        while let id = content.number(at: position, width: idWidth),
            let count = content.number(at: position + idWidth, width: 1)
        {
            position += idWidth + 1
            guard let list = content.slice(at: position, count: count * placeWidth) else { return }
            position += count * placeWidth
            guard places[id] == nil else { continue }
            // Indices count from 1; 0 means none.
            places[id] = (0..<count)
                .compactMap { list.number(at: $0 * placeWidth, width: placeWidth) }
                .map { $0 & mask - 1 }.filter { $0 >= 0 }
        }
    }
}
