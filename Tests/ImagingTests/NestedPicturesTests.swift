import Foundation
import Ground
import Imaging
import Testing
import Validation

/// HEICs whose pictures are made of other pictures: a decoder could follow the references for ever, even those of a list
/// that only the decoder reads.
struct NestedPicturesTests {
    /// A list of pictures, the first of which is shown, and their references.
    struct Album: Sendable, CustomTestStringConvertible {
        let types: [String]
        let references: [(type: String, from: UInt8, to: [UInt8])]

        var testDescription: String {
            references.map { "\(types[Int($0.from) - 1]) \($0.type) \($0.to)" }.joined(
                separator: ", ")
        }
    }

    static let flat = [
        Album(types: ["hvc1"], references: []),
        Album(types: ["grid", "hvc1"], references: [("dimg", 1, [2, 2, 2, 2])]),
        Album(types: ["iden", "grid", "hvc1"], references: [("dimg", 1, [2]), ("dimg", 2, [3])]),
        Album(types: ["hvc1", "hvc1", "hvc1"], references: [("auxl", 2, [1]), ("thmb", 3, [1])]),
        // Two masks and a thumbnail of the same tiles.
        Album(
            types: ["grid", "hvc1", "grid", "grid", "iden"],
            references: [
                ("dimg", 1, [2, 2]), ("dimg", 3, [2]), ("auxl", 3, [1]), ("dimg", 4, [2]),
                ("auxl", 4, [1]), ("dimg", 5, [2]), ("thmb", 5, [1]),
            ]),
    ]

    static let nested = [
        Album(types: ["grid", "grid", "hvc1"], references: [("dimg", 1, [2]), ("dimg", 2, [3])]),
        Album(
            types: ["iden", "grid", "grid", "hvc1"],
            references: [("dimg", 1, [2]), ("dimg", 2, [3]), ("dimg", 3, [4])]),
        Album(types: ["iovl", "grid", "hvc1"], references: [("dimg", 1, [2]), ("dimg", 2, [3])]),
        Album(types: ["iden", "iden", "hvc1"], references: [("dimg", 1, [2]), ("dimg", 2, [3])]),
        Album(types: ["grid", "hvc1"], references: [("dimg", 1, [1, 2])]),
        Album(types: ["iden", "grid"], references: [("dimg", 1, [2]), ("dimg", 2, [1])]),
        Album(types: ["hvc1", "hvc1", "hvc1"], references: [("auxl", 2, [1]), ("auxl", 3, [2])]),
        Album(types: ["hvc1"], references: [("thmb", 1, [1])]),
        // Circles of relations of several kinds.
        Album(types: ["hvc1", "grid"], references: [("auxl", 2, [1]), ("dimg", 2, [1])]),
        Album(types: ["hvc1", "iden"], references: [("thmb", 2, [1]), ("dimg", 2, [1])]),
        Album(types: ["hvc1", "hvc1"], references: [("thmb", 2, [1]), ("auxl", 1, [2])]),
        Album(types: ["grid", "hvc1"], references: [("dimg", 1, [2, 2]), ("auxl", 1, [2])]),
        Album(
            types: ["hvc1", "iden", "hvc1", "iovl"],
            references: [("auxl", 2, [1]), ("dimg", 2, [3]), ("thmb", 4, [3]), ("dimg", 4, [1])]),
    ]

    @Test(arguments: flat)
    func `pictures over coded ones are accepted`(album: Album) {
        #expect(HeaderInspector.inspect(Self.file(album)).isAccepted)
    }

    @Test(arguments: nested)
    func `pictures over pictures over others are refused before a decoder sees them`(
        album: Album
    ) async throws {
        let file = Self.file(album)
        let inspection = HeaderInspector.inspect(file)
        #expect(inspection.findings.map(\.rule) == ["header"])
        #expect(try await PhotoInspector.inspect(file) == inspection)
    }

    @Test(arguments: ["meta", "pitm", "iloc", "iinf", "iref", "iprp", "ipco"])
    func `a list of pictures a part of which is there twice is refused before a decoder sees it`(
        part: String
    ) async throws {
        let file = Self.file(Self.flat[1], withTwo: part)
        let inspection = HeaderInspector.inspect(file)
        #expect(inspection.findings.map(\.rule) == ["header"])
        #expect(try await PhotoInspector.inspect(file) == inspection)
    }

    /// A HEIC with a list of pictures; a part of the list can be there twice.
    private static func file(_ album: Album, withTwo part: String? = nil) -> Data {
        func box(_ type: String, _ content: Data) -> Data {
            let box = isoBox(type, content)
            return type == part ? box + box : box
        }
        let entries = album.types.enumerated().map { index, type in
            isoBox("infe", Data([2, 0, 0, 0, 0, UInt8(index + 1), 0, 0]) + Data(type.utf8) + [0])
        }
        let references = album.references.map { type, from, to in
            isoBox(type, Data([0, from, 0, UInt8(to.count)] + to.flatMap { [0, $0] as [UInt8] }))
        }
        // All have the same property: 512 by 512 pixels.
        let sides = isoBox("ispe", Data([0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0]))
        let places = album.types.indices.flatMap { [0, UInt8($0 + 1), 1, 1] as [UInt8] }
        let properties =
            box("ipco", sides)
            + isoBox("ipma", Data([0, 0, 0, 0, 0, 0, 0, UInt8(album.types.count)] + places))
        let meta =
            box("pitm", Data([0, 0, 0, 0, 0, 1]))
            // No item's bytes have a place.
            + box("iloc", Data(count: 8))
            + box("iinf", entries.reduce(Data([0, 0, 0, 0, 0, UInt8(entries.count)]), +))
            + box("iref", references.reduce(Data(count: 4), +)) + box("iprp", properties)
        return isoBox("ftyp", Data("heic\0\0\0\0mif1".utf8)) + box("meta", Data(count: 4) + meta)
    }
}
