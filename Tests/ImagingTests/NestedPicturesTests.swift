import Foundation
import Ground
import Imaging
import Testing
import Validation

/// HEICs whose pictures are made of other pictures: a decoder could follow the references for ever.
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

    private static func file(_ album: Album) -> Data {
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
            isoBox("ipco", sides)
            + isoBox("ipma", Data([0, 0, 0, 0, 0, 0, 0, UInt8(album.types.count)] + places))
        let meta =
            isoBox("pitm", Data([0, 0, 0, 0, 0, 1]))
            + isoBox("iinf", entries.reduce(Data([0, 0, 0, 0, 0, UInt8(entries.count)]), +))
            + isoBox("iref", references.reduce(Data(count: 4), +)) + isoBox("iprp", properties)
        return isoBox("ftyp", Data("heic\0\0\0\0mif1".utf8)) + isoBox("meta", Data(count: 4) + meta)
    }
}
