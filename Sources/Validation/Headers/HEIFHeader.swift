import FoundationEssentials

/// The header of a HEIC or HEIF, from its boxes.
///
/// Layout: ISO/IEC 23008-12, sections 6.4 (roles), 6.5 (properties) and 6.6 (derived pictures); ISO/IEC 14496-15,
/// section 8.3.3 (the set-up of HEVC).
enum HEIFHeader {
    /// False if the file ends within its pictures, or if its main picture has no sides.
    ///
    /// The sides are those after cutting and turning, which the decoder does; it ignores orientation tags.
    static func read(_ bytes: ByteView, into facts: inout PhotoFacts) -> Bool {
        guard let meta = bytes.boxes().first(where: { $0.type == "meta" }),
            let items = HEIFItems(meta.content), items.end <= bytes.count,
            let primary = items.primary,
            items.items.contains(where: { $0.id == primary && isPicture($0) }),
            let (width, height) = sides(of: items.properties(of: primary))
        else { return false }
        (facts.width, facts.height) = (width, height)
        facts.pages = max(1, pages(in: items))
        facts.hasAlpha = !items.alphas.isEmpty
        facts.bitsPerChannel = bits(of: primary, in: items)
        facts.profile = items.properties(of: primary).lazy.compactMap(profile).first
        return true
    }

    /// Whether a decoder must not get to see it: it could follow the references for ever, or those of a list of pictures that
    /// this parser does not read.
    static func isUnsafe(_ bytes: ByteView) -> Bool {
        let lists = bytes.boxes().filter { $0.type == "meta" }
        guard let list = lists.first else { return false }
        return lists.count > 1 || HEIFItems(list.content)?.isUnsafe ?? false
    }

    private static func isPicture(_ item: HEIFItems.Item) -> Bool {
        HEIFItems.pictureTypes.contains(item.type)
    }

    /// The number of pictures to show, without thumbnails, masks, and the tiles of other pictures.
    private static func pages(in items: HEIFItems) -> Int {
        let helpers = Set(
            items.references.filter { $0.type == "thmb" || $0.type == "auxl" }.map(\.from))
        let shown = items.items.filter { isPicture($0) && !$0.isHidden }
        return Set(shown.map(\.id)).subtracting(helpers).count
    }

    /// The sides after cutting and turning, in the listed order.
    private static func sides(of properties: [ISOBox]) -> (Int, Int)? {
        guard let own = properties.first(where: { $0.type == "ispe" })?.content,
            var width = own.number(at: 4, width: 4), var height = own.number(at: 8, width: 4)
        else { return nil }
        for property in properties {
            switch property.type {
            case "clap":
                guard let cut = cut(property.content) else { return nil }
                (width, height) = cut
            case "irot":
                // In quarter turns.
                if (property.content.byte(at: 0) ?? 0) & 1 == 1 {
                    (width, height) = (height, width)
                }
            default: break
            }
        }
        return (width, height)
    }

    /// The sides that a clean aperture leaves; each is stored as a fraction.
    private static func cut(_ content: ByteView) -> (Int, Int)? {
        func side(at offset: Int) -> Int? {
            guard let numerator = content.number(at: offset, width: 4),
                let denominator = content.number(at: offset + 4, width: 4), denominator > 0
            else { return nil }
            return (numerator + denominator / 2) / denominator
        }
        guard let width = side(at: 0), let height = side(at: 8) else { return nil }
        return (width, height)
    }

    /// The bits of the picture, or of the first of its tiles.
    private static func bits(of item: Int, in items: HEIFItems) -> Int {
        let piece = items.references.first { $0.type == "dimg" && $0.from == item }?.to.first
        for candidate in [item, piece].compactMap({ $0 }) {
            let setup = items.properties(of: candidate).first { $0.type == "hvcC" }?.content
            // Stored minus eight, in the lowest bits of a byte that begins with ones.
            if let bits = setup?.byte(at: 17) { return Int(bits & 7) + 8 }
        }
        return 8
    }

    private static func profile(_ property: ISOBox) -> String? {
        guard property.type == "colr",
            property.content.has("prof", at: 0) || property.content.has("rICC", at: 0)
        else { return nil }
        return property.content.rest(from: 4).map { ICCProfile($0).name }
    }
}
