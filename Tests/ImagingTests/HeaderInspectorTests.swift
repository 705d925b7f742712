import Foundation
import Ground
import Imaging
import TestSupport
import Testing

@testable import Validation

/// Our own parsers of headers against the decoders' verdicts.
struct HeaderInspectorTests {
    /// A photo of each kind, and what few programs write.
    static func photos() throws -> [Data] {
        let jpeg = try PhotoFixture.jpeg()
        var photos = try PhotoFixture.oneOfEachKind()
        photos += try (1...8).flatMap { orientation in
            [
                try PhotoFixture.jpeg(width: 640, height: 480, orientation: orientation),
                PhotoFixture.tagging(png: try PhotoFixture.png(), orientation: orientation),
                try PhotoFixture.webp(orientation: orientation),
            ]
        }
        photos += try [0, 9, 255].map { try PhotoFixture.tagging(jpeg, orientation: $0) }
        photos += [
            try PhotoFixture.displayP3JPEG(), PhotoFixture.withBrokenProfile(jpeg),
            try PhotoFixture.withOddScanHeader(jpeg),
            PhotoFixture.padded(withBytes: 300, beforeEndOf: jpeg),
            PhotoFixture.claiming(width: 65500, height: 65500, jpeg),
            try PhotoFixture.reframed(jpeg, bits: 12),
            try PhotoFixture.reframed(jpeg, marker: 0xC3),
            try PhotoFixture.reframed(jpeg, marker: 0xC9), try PhotoFixture.enormousPNG(),
            try PhotoFixture.scans(101), try PhotoFixture.png(bits: 16),
            try PhotoFixture.transparent(suffix: ".webp[Q=90]"),
            try PhotoFixture.transparent(suffix: ".png[compression=1]", isGrey: true),
            try PhotoFixture.png(width: 255, height: 256), try PhotoFixture.avif(),
        ]
        photos += try PhotoFixture.strangers().map(\.bytes)
        photos += try [".gif", ".tif"].map { try PhotoFixture.other(suffix: $0) }
        return photos
    }

    @Test func `every photo has the facts and findings that its decoder gives it`() async throws {
        for (number, photo) in try Self.photos().enumerated() {
            let decoded = try await PhotoInspector.inspect(photo)
            #expect(
                HeaderInspector.inspect(photo) == decoded.withoutDeflatedProfile, "photo \(number)")
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func
        `however a file is changed, its sides and its verdict are the decoder's where that reads it`(
            seed: UInt64
        ) async throws
    {
        let photos = try Self.photos()
        var mutator = Mutator(seed: seed)
        var bothRead = 0
        for number in 0..<150 {
            let mutant = mutator.mutant(of: photos)
            let own = HeaderInspector.inspect(mutant)
            // What a decoder cannot open it refuses later, behind the fences.
            guard let decoded = try await PhotoInspector.inspect(mutant).facts else { continue }
            let verdict = decoded.findings(under: .standard)
            #expect(own.isAccepted == verdict.allSatisfy { $0.severity != .refusal }, "\(number)")
            let facts = try #require(own.facts, "\(number)")
            #expect(
                Set([facts.width, facts.height]) == [decoded.width, decoded.height], "\(number)")
            #expect(facts.pages == decoded.pages, "\(number)")
            #expect(facts.scanCount == decoded.scanCount, "\(number)")
            bothRead += 1
        }
        #expect(bothRead > 50)
    }

    /// Damage that a decoder reads past, and the pictures that it finds all the same; nil where it finds none.
    struct Damage: CustomTestStringConvertible {
        let testDescription: String
        let pages: Int?
        let photo: @Sendable () throws -> Data

        init(_ name: String, pages: Int?, _ photo: @escaping @Sendable () throws -> Data) {
            testDescription = name
            self.pages = pages
            self.photo = photo
        }
    }

    static let damagedWebPs = [
        Damage("a frame by a name that is no text", pages: 1) {
            try PhotoFixture.writing([0xFF, 0xC1], of: "ANMF", in: PhotoFixture.animatedWebP())
        },
        Damage("a frame without a picture", pages: 1) {
            try PhotoFixture.writing([0x00, 0xFF], of: "VP8 ", in: PhotoFixture.animatedWebP())
        },
        Damage("a frame whose length reaches into the next one", pages: 2) {
            let animation = try PhotoFixture.animatedWebP()
            let length = try #require(animation.range(of: Data("ANMF".utf8))).upperBound
            return try PhotoFixture.writing(
                [animation[length] + 16], at: 4, of: "ANMF", in: animation)
        },
    ]

    @Test(arguments: damagedWebPs)
    func `a WebP has the frames that its decoder finds past damage`(damage: Damage) async throws {
        try await expectAgreement(over: damage)
    }

    static let damagedHEICs = [
        Damage("pixels that claim to be longer than the file", pages: 1) {
            try PhotoFixture.writing([0x7F], at: -4, of: "mdat", in: PhotoFixture.heic())
        },
        Damage("the same, and cut off within them", pages: nil) {
            try PhotoFixture.writing([0x7F], at: -4, of: "mdat", in: PhotoFixture.heic())
                .dropLast(1)
        },
        Damage("pixels up to the end of the file, and cut off", pages: nil) {
            try PhotoFixture.writing([0, 0, 0, 0], at: -4, of: "mdat", in: PhotoFixture.heic())
                .dropLast(1)
        },
        Damage("a property by a name that is no text", pages: 1) {
            try PhotoFixture.writing(
                [0xFF, 0xC1], of: "pixi", in: PhotoFixture.transparent(suffix: ".heic[Q=80]"))
        },
        Damage("a reference of a wrong length", pages: 1) {
            try PhotoFixture.writing(
                [0x7F], at: -4, of: "auxl", in: PhotoFixture.transparent(suffix: ".heic[Q=80]"))
        },
        Damage("two pictures by one number", pages: 2) {
            try PhotoFixture.writing([3], at: 30, of: "infe", in: PhotoFixture.heic(repeating: 3))
        },
    ]

    @Test(
        .needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }),
        arguments: damagedHEICs)
    func `a HEIC has the pictures that its decoder finds past damage`(
        damage: Damage
    ) async throws {
        try await expectAgreement(over: damage)
    }

    private func expectAgreement(over damage: Damage) async throws {
        let photo = try damage.photo()
        let decoded = try await PhotoInspector.inspect(photo)
        #expect(decoded.facts?.pages == damage.pages)
        #expect(HeaderInspector.inspect(photo) == decoded)
    }

    @Test func `a header may break off anywhere`() throws {
        for photo in try PhotoFixture.oneOfEachKind() {
            for count in 0..<min(700, photo.count) {
                let inspection = HeaderInspector.inspect(photo.prefix(count))
                // A view that does not begin at 0, as a slice of something larger.
                let sliced = (Data([1, 2, 3]) + photo.prefix(count)).dropFirst(3)
                #expect(HeaderInspector.inspect(sliced) == inspection)
            }
        }
    }

    /// Files that are nothing but beginnings of something; a look at each for each would take hours.
    static let mazes: [(name: String, start: Data, piece: Data)] = {
        let heic = isoBox("ftyp", Data("heic\0\0\0\0mif1".utf8))
        let list = { (type: String, piece: Data) in
            let count = 600_000 / piece.count
            let pieces = (0..<count).reduce(into: Data()) { all, _ in all += piece }
            return heic
                + isoBox(
                    "meta",
                    Data(count: 4) + isoBox("pitm", Data([0, 0, 0, 0, 0, 1]))
                        + isoBox(type, Data(count: 4) + pieces))
        }
        return [
            ("markers", Data([0xFF, 0xD8]), Data([0xFF, 0xD8])),
            ("padding", Data([0xFF, 0xD8]), Data([0xFF])),
            ("segments", Data([0xFF, 0xD8]), Data([0xFF, 0xE1, 0, 2])),
            (
                "PNG chunks", Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
                Data(count: 12)
            ),
            (
                "WebP chunks",
                Data("RIFF".utf8) + [0x00, 0xAA, 0x0A, 0] + Data("WEBPVP8X".utf8)
                    + [10, 0, 0, 0, 2, 0, 0, 0, 255, 1, 0, 255, 1, 0],
                Data("ANMF\0\0\0\0".utf8)
            ),
            ("boxes", heic, Data([0, 0, 0, 8]) + Data("free".utf8)),
            (
                "references",
                list("iref", Data([0, 0, 0, 12]) + Data("auxl".utf8) + [0, 2, 255, 255]), Data([0])
            ),
            (
                "places",
                heic
                    + isoBox(
                        "meta",
                        Data(count: 4) + isoBox("pitm", Data([0, 0, 0, 0, 0, 1]))
                            + isoBox("iloc", Data(count: 8) + Data(repeating: 0xFF, count: 600_000))
                    ),
                Data([0])
            ),
            (
                "items",
                list("iinf", isoBox("infe", Data([2, 0, 0, 0, 0, 1, 0, 0]) + Data("hvc1".utf8))),
                Data([0])
            ),
        ]
    }()

    @Test(.timeLimit(.minutes(10)), arguments: mazes)
    func `a file of nothing but beginnings is read once`(
        maze: (name: String, start: Data, piece: Data)
    ) {
        var file = maze.start
        while file.count < 699_000 { file += maze.piece + maze.piece }
        #expect(!HeaderInspector.inspect(file.prefix(699_000)).isAccepted)
    }

    @Test func `a profile's name is told without its terminator and without control characters`()
        throws
    {
        let jpeg = try PhotoFixture.jpeg()
        for (name, told) in [("sRGB\0", "sRGB"), ("s\u{1B}[2JRGB\n", "s[2JRGB"), ("\0\0", "")] {
            let photo = PhotoFixture.naming(profile: name, jpeg)
            #expect(HeaderInspector.inspect(photo).facts?.profile == told)
        }
    }

    @Test(arguments: [(3, 6), (0, 6), (6, 0)])
    func `of two orientations, the decoder's is told`(first: Int, second: Int) async throws {
        let photo = try await prepared(PhotoFixture.jpeg())
        let tagged = try PhotoFixture.tagging(
            PhotoFixture.tagging(photo.jpeg, orientation: second), orientation: first)
        #expect(try await PhotoInspector.inspect(tagged) == HeaderInspector.inspect(tagged))
    }

    @Test func `an orientation is 1 to 8, whatever is written`() throws {
        let jpeg = try PhotoFixture.jpeg(width: 640, height: 480)
        let png = try PhotoFixture.png(width: 640, height: 480)
        for orientation in Array(0...300) + Array(stride(from: 301, through: 65535, by: 1009)) {
            let told = (1...8).contains(orientation) ? orientation : 1
            for photo in [
                try PhotoFixture.tagging(jpeg, orientation: orientation),
                PhotoFixture.tagging(png: png, orientation: orientation),
            ] {
                #expect(HeaderInspector.inspect(photo).facts?.orientation == told)
            }
        }
    }
}

extension Inspection {
    /// As it is without what takes a decoder: the name of a profile that is deflated.
    fileprivate var withoutDeflatedProfile: Inspection {
        guard var bare = facts, bare.format == .png else { return self }
        bare.profile = nil
        return Inspection(facts: bare, findings: findings)
    }
}
