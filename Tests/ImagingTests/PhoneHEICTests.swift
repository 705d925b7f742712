import Foundation
import Ground
import Imaging
import TestSupport
import Testing

@testable import Validation

/// HEICs whose gain maps, depth maps and metadata belong to several items, which older decoders refuse as a whole.
@Suite(
    .timeLimit(.minutes(10)),
    .needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
struct PhoneHEICTests {
    private let colours = PhotoFixture.quadrants(seed: 3)
    private static let gain = "urn:com:apple:photo:2020:aux:hdrgainmap"
    private static let depth = "urn:mpeg:hevc:2015:auxid:2"
    private static let alpha = "urn:mpeg:hevc:2015:auxid:1"

    /// A photo that an album makes of a picture.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout HEICAlbum) throws -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout HEICAlbum) throws -> Void) {
            testDescription = name
            self.change = change
        }

        func file() throws -> Data {
            var album = try HEICAlbum(seed: 3)
            try change(&album)
            return album.file()
        }
    }

    static let kinds = [
        Kind("a gain map of one item") { try $0.add(gain, of: [1]) },
        Kind("a gain map of two") {
            try $0.add(gain, of: [1, 3]); addRecipe(to: &$0)
        },
        Kind("a depth map of two") {
            try $0.add(depth, of: [1, 3]); addRecipe(to: &$0)
        },
        Kind("a depth map of the recipe alone") {
            try $0.add(depth, of: [3]); addRecipe(to: &$0)
        },
        Kind("a gain map of none") { try $0.add(gain, of: []) },
        Kind("a gain map of two that is not hidden") {
            try $0.add(gain, of: [1, 3], isHidden: false)
            addRecipe(to: &$0)
        },
        Kind("metadata of two") { addMetadata(to: &$0, of: [1, 3]) },
        Kind("metadata of an item that is not there") { addMetadata(to: &$0, of: [9]) },
        Kind("a thumbnail of two") {
            addRecipe(to: &$0)
            $0.items.append($0.items[0])
            $0.references.append(HEICAlbum.Reference("thmb", from: 3, to: [1, 2]))
        },
        Kind("all of it") { $0 = try .phone(seed: 3) },
        Kind("all of it, with numbers of four bytes") {
            $0 = try .phone(seed: 3)
            $0.referencesVersion = 1
        },
        Kind("all of it, with lengths of eight bytes") {
            $0 = try .phone(seed: 3)
            $0.hasLongReferences = true
        },
        Kind("all of it, under another first brand") {
            $0 = try .phone(seed: 3)
            $0.brands.own = "tmap"
        },
    ]

    private static func addRecipe(to album: inout HEICAlbum) {
        album.items.append(
            HEICAlbum.Item(type: "tmap", isHidden: false, content: Data(count: 62), properties: []))
    }

    private static func addMetadata(to album: inout HEICAlbum, of owners: [Int]) {
        let exif = Data(count: 4) + PhotoFixture.Exif().bytes(orientation: 6)
        album.items.append(
            HEICAlbum.Item(type: "Exif", isHidden: true, content: exif, properties: []))
        album.references.append(
            HEICAlbum.Reference("cdsc", from: album.items.count, to: owners))
        addRecipe(to: &album)
    }

    @Test(arguments: kinds)
    func `the picture is decoded, whatever belongs to it`(kind: Kind) async throws {
        let photo = try kind.file()
        let inspection = try await PhotoInspector.inspect(photo)
        #expect(inspection == HeaderInspector.inspect(photo))
        let facts = try #require(inspection.facts, "\(inspection.findings)")
        #expect((facts.pages, facts.width, facts.height) == (1, 320, 320))
        try await expectColours(of: prepared(photo).jpeg, toBe: colours)
    }

    @Test(arguments: [0, 1] as [UInt8])
    func `the transparency of a picture stays, beside what is taken out`(
        version: UInt8
    ) async throws {
        var album = try HEICAlbum.phone(seed: 3)
        album.referencesVersion = version
        try album.add(Self.alpha, of: [1])
        let photo = album.file()
        #expect(HeaderInspector.inspect(photo).facts?.hasAlpha == true)
        #expect(try await PhotoInspector.inspect(photo).facts?.hasAlpha == true)
    }

    /// An older decoder would rather refuse it than show what is hidden.
    @Test func `no transparency of the picture is taken out`() throws {
        var album = try HEICAlbum(seed: 3)
        try album.add(Self.alpha, of: [1, 3])
        Self.addRecipe(to: &album)
        let photo = album.file()
        #expect(DecodableCopy.of(photo, as: .heic) == photo)
    }

    @Test func `only letters and flags of the list are changed, and nothing twice`() throws {
        let photo = try HEICAlbum.phone(seed: 3).file()
        let copy = DecodableCopy.of(photo, as: .heic)
        #expect(copy.count == photo.count)
        #expect(zip(photo, copy).count { $0 != $1 } == 12)
        #expect(DecodableCopy.of(copy, as: .heic) == copy)
        // Bytes that do not begin at 0, as a part of something larger.
        let part = (Data([1, 2, 3]) + photo).dropFirst(3)
        #expect(DecodableCopy.of(part, as: .heic) == copy)
        let plain = try HEICAlbum(seed: 3).file()
        #expect(DecodableCopy.of(plain, as: .heic) == plain)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `however a list is changed, the copy has its length`(seed: UInt64) throws {
        var long = try HEICAlbum.phone(seed: 3)
        (long.referencesVersion, long.hasLongReferences) = (1, true)
        let photos = [try HEICAlbum.phone(seed: 3).file(), long.file()]
        var mutator = Mutator(seed: seed)
        for number in 0..<500 {
            let mutant = mutator.mutant(of: photos)
            let copy = DecodableCopy.of(mutant, as: .heic)
            #expect(copy.count == mutant.count, "\(number)")
            #expect(DecodableCopy.of(copy, as: .heic) == copy, "\(number)")
        }
        for count in 0..<min(900, photos[0].count) {
            #expect(DecodableCopy.of(photos[0].prefix(count), as: .heic).count == count)
        }
    }

    @Test func `a sound HEIC that the decoder refuses is not called damaged`() async throws {
        var album = try HEICAlbum(seed: 3)
        // Transparency of the picture and of an item that is not there: no libheif takes that.
        try album.add(Self.alpha, of: [1, 99])
        let photo = album.file()
        #expect(HeaderInspector.inspect(photo).isAccepted)
        let findings = try await refusal(of: photo)
        #expect(findings.map(\.rule) == ["format"])
        #expect(findings.first?.seen == UnusableContent.heifUnknownHere.rawValue)
        // An innocent one, cut off: that is damage.
        let cut = try await refusal(of: PhotoFixture.truncated(PhotoFixture.heic(), to: 0.9))
        #expect(cut.map(\.rule) == ["header"])
    }

    @Test(arguments: [
        ("heif", ["mif2", "mif1", "heic"], PhotoFormat.heic),
        ("mif2", ["mif1", "heic"], .heic), ("miaf", ["mif1", "heic"], .heic),
        ("MiHB", ["mif1", "heic"], .heic), ("tmap", ["mif1", "heic"], .heic),
        ("mif1", ["mif1", "heic"], .heif), ("msf1", ["mif1", "miaf"], .heif),
    ])
    func `a HEIC is told by all of its brands`(
        own: String, others: [String], format: PhotoFormat
    ) async throws {
        var album = try HEICAlbum(seed: 3)
        album.brands = (own, others)
        let photo = album.file()
        #expect(HeaderInspector.inspect(photo).facts?.format == format)
        try await expectColours(of: prepared(photo).jpeg, toBe: colours)
    }
}
