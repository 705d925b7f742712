public import Foundation

/// A HEIC put together item by item, so that a test decides what refers to what.
///
/// Layout: ISO/IEC 14496-12, section 8.11; ISO/IEC 23008-12, section 9.3.
public struct HEICAlbum: Sendable {
    /// One item: a coded picture, a recipe, or metadata.
    public struct Item: Sendable {
        /// Four characters.
        public var type: String
        /// Whether it is not to be shown.
        public var isHidden: Bool
        /// What is stored of it.
        public var content: Data
        /// Its properties, as boxes.
        public var properties: [Data]

        /// Describes an item.
        public init(type: String, isHidden: Bool, content: Data, properties: [Data]) {
            self.type = type
            self.isHidden = isHidden
            self.content = content
            self.properties = properties
        }
    }

    /// A relation of an item to others.
    public struct Reference: Sendable {
        /// Four characters.
        public var type: String
        /// The number of an item, from 1 on.
        public var from: Int
        /// The numbers of items.
        public var to: [Int]

        /// Makes a relation.
        public init(_ type: String, from: Int, to: [Int]) {
            self.type = type
            self.from = from
            self.to = to
        }
    }

    /// The file's own brand and the others.
    public var brands: (own: String, others: [String]) = ("heic", ["mif1", "heic"])
    /// All items; the first one is the main picture, and their numbers count from 1.
    public var items: [Item] = []
    /// All relations.
    public var references: [Reference] = []
    /// With version 1, the numbers of items take four bytes there.
    public var referencesVersion: UInt8 = 0
    /// Whether each relation has its length in eight bytes.
    public var hasLongReferences = false

    /// Makes an album without a picture.
    public init() {}

    /// The whole file.
    public func file() -> Data {
        let start = Self.box(
            "ftyp",
            Data(brands.own.utf8) + Self.big(0, 4)
                + brands.others.reduce(into: Data()) { $0 += Data($1.utf8) })
        // The pixels lie behind the description, whose length does not depend on where they lie.
        let place = start.count + description(at: 0).count + 8
        return start + description(at: place)
            + Self.box("mdat", items.reduce(into: Data()) { $0 += $1.content })
    }

    private func description(at place: Int) -> Data {
        var place = place
        var locations = Data()
        var entries = Data()
        var properties = Data()
        var associations = Data()
        var count = 0
        for (index, item) in items.enumerated() {
            let number = Self.big(index + 1, 2)
            locations += number + Self.big(0, 2) + Self.big(1, 2) + Self.big(place, 4)
            locations += Self.big(item.content.count, 4)
            place += item.content.count
            entries += Self.box(
                "infe",
                Data([2, 0, 0, item.isHidden ? 1 : 0]) + number + Self.big(0, 2)
                    + Data("\(item.type)\0".utf8))
            associations += number + [UInt8(item.properties.count)]
            for property in item.properties {
                count += 1
                properties += property
                associations.append(UInt8(count))
            }
        }
        let handler = Data(count: 8) + Data("pict".utf8) + Data(count: 13)
        return Self.box(
            "meta",
            Self.big(0, 4) + Self.box("hdlr", handler)
                + Self.box("pitm", Self.big(0, 4) + Self.big(1, 2))
                + Self.box(
                    "iloc", Self.big(0, 4) + [0x44, 0] + Self.big(items.count, 2) + locations)
                + Self.box("iinf", Self.big(0, 4) + Self.big(items.count, 2) + entries)
                + Self.box("iref", Data([referencesVersion, 0, 0, 0]) + relations())
                + Self.box(
                    "iprp",
                    Self.box("ipco", properties)
                        + Self.box(
                            "ipma", Self.big(0, 4) + Self.big(items.count, 4) + associations)))
    }

    private func relations() -> Data {
        let width = referencesVersion == 0 ? 2 : 4
        return references.reduce(into: Data()) { all, reference in
            let content = reference.to.reduce(
                into: Self.big(reference.from, width) + Self.big(reference.to.count, 2)
            ) { $0 += Self.big($1, width) }
            all +=
                hasLongReferences
                ? Self.big(1, 4) + Data(reference.type.utf8) + Self.big(content.count + 16, 8)
                    + content
                : Self.box(reference.type, content)
        }
    }

    /// A box with its content.
    public static func box(_ name: String, _ content: Data) -> Data {
        big(content.count + 8, 4) + Data(name.utf8) + content
    }

    private static func big(_ number: Int, _ bytes: Int) -> Data {
        Data((0..<bytes).reversed().map { UInt8(number >> (8 * $0) & 0xFF) })
    }
}

extension HEICAlbum {
    /// A coded picture as the main item: 320 by 320 pixels in the colours of `seed`.
    public init(seed: Int) throws {
        items = [try Self.picture(seed: seed)]
    }

    /// As telephones write it since iOS 18: a gain map, a depth map and metadata of both the picture and the recipe, and a
    /// thumbnail.
    public static func phone(seed: Int = 0) throws -> HEICAlbum {
        var album = try HEICAlbum(seed: seed)
        album.brands = ("heic", ["mif1", "MiHB", "miaf", "heic", "tmap"])
        try album.add("urn:com:apple:photo:2020:aux:hdrgainmap", of: [1, 4])
        try album.add("urn:mpeg:hevc:2015:auxid:2", of: [1, 4])
        album.items.append(
            Item(type: "tmap", isHidden: false, content: Data(count: 62), properties: []))
        let exif = Data(count: 4) + PhotoFixture.exif(orientation: 6)
        album.items.append(Item(type: "Exif", isHidden: true, content: exif, properties: []))
        album.items.append(try picture(seed: seed))
        album.references += [
            Reference("cdsc", from: 5, to: [1, 4]), Reference("dimg", from: 4, to: [1, 2]),
            Reference("thmb", from: 6, to: [1]),
        ]
        return album
    }

    /// Adds a picture that accompanies others, by the name of what it is for.
    public mutating func add(_ role: String, of owners: [Int], isHidden: Bool = true) throws {
        var picture = try Self.picture(seed: 7)
        picture.isHidden = isHidden
        picture.properties.append(Self.box("auxC", Data(count: 4) + Data("\(role)\0".utf8)))
        items.append(picture)
        references.append(Reference("auxl", from: items.count, to: owners))
    }

    private static func picture(seed: Int) throws -> Item {
        let one = try PhotoFixture.heic(width: 320, height: 320, seed: seed)
        // The only item's extent begins the table of locations; the codec's set-up is a box.
        guard let table = one.range(of: Data("iloc".utf8)),
            let codec = one.range(of: Data("hvcC".utf8))
        else { throw PhotoFixtureError.cannotEncode("boxes of a HEIC") }
        func number(_ start: Int) -> Int {
            one[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let offset = number(table.upperBound + 12) + number(table.upperBound + 18)
        let setup = codec.lowerBound - 4
        return Item(
            type: "hvc1", isHidden: false,
            content: one[offset..<offset + number(table.upperBound + 22)],
            properties: [
                one[setup..<setup + number(setup)],
                box("ispe", big(0, 4) + big(320, 4) + big(320, 4)),
            ])
    }
}
