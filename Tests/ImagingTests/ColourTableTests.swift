import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

/// Every way in which a file can say what its values stand for, in each format and depth that has it.
@Suite(.timeLimit(.minutes(10)))
struct ColourTableTests {
    /// One kind of file.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chart: ColourChart
        let file: @Sendable (ColourChart) throws -> Data

        init(
            _ name: String, _ chart: ColourChart,
            _ file: @escaping @Sendable (ColourChart) throws -> Data
        ) {
            (testDescription, self.chart, self.file) = (name, chart, file)
        }
    }

    private static let png = ".png[compression=1]"
    private static let jpeg = ".jpg[Q=97,subsample_mode=off]"
    private static let webp = ".webp[Q=95]"
    private static let heic = ".heic[Q=95,bitdepth=8]"
    private static let deepHEIC = ".heic[Q=95,bitdepth=10]"
    private static let greyProfile = ProfileFixture.grey(name: "Gray Gamma 1.8", .power(461))

    private static let spaces: [(ColourChart.Space, ProfileFixture?)] = [
        (.standard, nil), (.standard, .standard(name: "any", .standardTable)),
        (.displayP3, .displayP3), (.adobe, .adobeRGB),
        (.power(461.0 / 256), .standard(name: "sRGB IEC61966-2.1", .power(461))),
        (.linear, .standard(name: "sRGB linear", .linear)),
    ]

    static let byProfile: [Kind] = spaces.flatMap { space, profile -> [Kind] in
        let name = "\(space.testDescription)\(profile == nil ? "" : " by a profile")"
        let formats: [(name: String, bits: Int, suffix: String, hasAlpha: Bool)] = [
            ("JPEG", 8, jpeg, false), ("PNG", 8, png, false), ("PNG", 16, png, false),
            ("WebP", 8, webp, false), ("PNG", 8, png, true), ("PNG", 16, png, true),
            ("WebP", 8, webp, true),
        ]
        return formats.map { format in
            let chart = ColourChart(
                space, bits: format.bits, hasAlpha: format.hasAlpha, profile: profile)
            let alpha = format.hasAlpha ? " with alpha" : ""
            return Kind("\(format.name) of \(format.bits) bits\(alpha), \(name)", chart) {
                try $0.file(format.suffix)
            }
        }
    }

    static let grey: [Kind] = {
        var kinds: [Kind] = []
        for bits in [8, 16] {
            for hasAlpha in [false, true] {
                let name = "grey PNG of \(bits) bits\(hasAlpha ? " with alpha" : "")"
                kinds.append(
                    Kind(name, .init(.standard, bits: bits, isGrey: true, hasAlpha: hasAlpha)) {
                        try $0.file(png)
                    })
                let chart = ColourChart(
                    .power(461.0 / 256), bits: bits, isGrey: true, hasAlpha: hasAlpha,
                    profile: greyProfile)
                kinds.append(Kind("\(name) and a profile", chart) { try $0.file(png) })
            }
        }
        kinds.append(
            Kind("grey PNG by cICP", .init(.quantizer, bits: 16, isGrey: true)) {
                PhotoFixture.coding(png: try $0.file(png), primaries: 9, transfer: 16)
            })
        kinds.append(
            Kind("grey PNG by gAMA", .init(.linear, bits: 16, isGrey: true)) {
                PhotoFixture.gamma(png: try $0.file(png), 100_000)
            })
        kinds.append(
            Kind("grey JPEG", .init(.power(461.0 / 256), isGrey: true, profile: greyProfile)) {
                try $0.file(jpeg)
            })
        return kinds
    }()

    private typealias Numbers = (space: ColourChart.Space, primaries: UInt8, transfer: UInt8)

    private static let numbers: [Numbers] = [
        (.displayP3, 12, 13), (.wide, 9, 13), (.wide, 9, 14), (.quantizer, 9, 16),
        (.hybrid, 9, 18), (.standard, 1, 13), (.standard, 1, 1), (.standard, 2, 2),
        (.standard, 5, 6), (.linear, 1, 8),
    ]

    /// Ways that only PNGs have: the space, what the file is called, and its chunks.
    private static let chunks: [(String, ColourChart.Space, @Sendable (Data) -> Data)] = [
        ("linear by gAMA", .linear, { PhotoFixture.gamma(png: $0, 100_000) }),
        ("1.8 by gAMA", .power(1.8), { PhotoFixture.gamma(png: $0, 55_556) }),
        ("2.2 by gAMA", .standard, { PhotoFixture.gamma(png: $0, 45_455) }),
        (
            "Adobe RGB by cHRM", .adobe,
            {
                let places = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]
                return PhotoFixture.gamma(
                    png: PhotoFixture.places(png: $0, places), 45_470)
            }
        ),
    ]

    static let byNumbers: [Kind] = {
        var kinds: [Kind] = []
        for bits in [8, 16] {
            for (space, primaries, transfer) in numbers {
                kinds.append(
                    Kind(
                        "PNG of \(bits) bits by cICP \(primaries)/\(transfer)",
                        .init(space, bits: bits, hasAlpha: transfer == 16 && bits == 16)
                    ) {
                        PhotoFixture.coding(
                            png: try $0.file(png), primaries: primaries, transfer: transfer)
                    })
            }
            for (name, space, changed) in chunks {
                kinds.append(
                    Kind("PNG of \(bits) bits, \(name)", .init(space, bits: bits)) {
                        changed(try $0.file(png))
                    })
            }
        }
        kinds.append(
            Kind("PNG whose cICP precedes its profile", .init(.displayP3, profile: .adobeRGB)) {
                PhotoFixture.coding(png: try $0.file(png), primaries: 12, transfer: 13)
            })
        kinds.append(
            Kind("PNG whose profile precedes its gAMA", .init(.adobe, profile: .adobeRGB)) {
                PhotoFixture.gamma(png: try $0.file(png), 100_000)
            })
        return kinds
    }()

    private static let camera = PhotoFixture.exif(colourSpace: 255, rule: "R03")

    static let byMetadata: [Kind] = [
        Kind("JPEG", .init(.adobe)) { PhotoFixture.adding(exif: camera, to: try $0.file(jpeg)) },
        Kind("JPEG of the other order of bytes", .init(.adobe)) {
            PhotoFixture.adding(
                exif: PhotoFixture.exif(colourSpace: 255, rule: "R03", isLittle: false),
                to: try $0.file(jpeg))
        },
        Kind("JPEG with the number of Windows", .init(.adobe)) {
            PhotoFixture.adding(
                exif: PhotoFixture.exif(colourSpace: 2, rule: nil), to: try $0.file(jpeg))
        },
        Kind("JPEG converted to sRGB", .init(.standard)) {
            PhotoFixture.adding(
                exif: PhotoFixture.exif(colourSpace: 1, rule: "R03"), to: try $0.file(jpeg))
        },
        Kind("JPEG of an unknown space", .init(.standard)) {
            PhotoFixture.adding(
                exif: PhotoFixture.exif(colourSpace: 255, rule: "R98"), to: try $0.file(jpeg))
        },
        Kind("JPEG whose profile precedes its EXIF", .init(.displayP3, profile: .displayP3)) {
            PhotoFixture.adding(exif: camera, to: try $0.file(jpeg))
        },
        Kind("WebP", .init(.adobe)) {
            PhotoFixture.adding(exif: camera, toWebP: try $0.file(webp))
        },
        Kind("PNG", .init(.adobe)) {
            PhotoFixture.adding(chunk: "eXIf", camera, to: try $0.file(png))
        },
        Kind("PNG that says sRGB", .init(.standard)) {
            PhotoFixture.adding(
                chunk: "sRGB", Data([0]),
                to: PhotoFixture.adding(chunk: "eXIf", camera, to: try $0.file(png)))
        },
    ]

    static let foreign: [Kind] = [
        Kind("JPEG in colour with a grey profile", .init(.standard, profile: greyProfile)) {
            try $0.file(jpeg)
        },
        Kind("WebP in colour with a grey profile", .init(.standard, profile: greyProfile)) {
            try $0.file(webp)
        },
        Kind(
            "grey JPEG with a profile of colours",
            .init(.standard, isGrey: true, profile: .displayP3)
        ) {
            try $0.file(jpeg)
        },
    ]

    @Test(arguments: byProfile) func `the colours of a profile are converted`(kind: Kind)
        async throws
    {
        try await expectColours(of: kind)
    }

    @Test(arguments: grey) func `a grey photo keeps its shades`(kind: Kind) async throws {
        try await expectColours(of: kind)
    }

    @Test(arguments: byNumbers) func `the numbers in a PNG are followed`(kind: Kind) async throws {
        try await expectColours(of: kind)
    }

    @Test(arguments: byMetadata) func `a camera's setting is followed`(kind: Kind) async throws {
        try await expectColours(of: kind)
    }

    @Test(arguments: foreign) func `a profile of another kind of picture is dropped`(
        kind: Kind
    ) async throws {
        try await expectColours(of: kind)
        let sent = try await prepared(kind.file(kind.chart))
        #expect(sent.jpeg.range(of: Data("ICC_PROFILE".utf8)) == nil)
    }

    static let inHEIC: [Kind] = {
        var kinds: [Kind] = []
        for (bits, suffix, depth) in [(8, heic, 8), (10, deepHEIC, 16)] {
            // Eight bits are too few for the steps of PQ, and no camera writes them.
            for (space, primaries, transfer) in numbers where bits > 8 || transfer != 16 {
                kinds.append(
                    Kind(
                        "HEIC of \(bits) bits by nclx \(primaries)/\(transfer)",
                        .init(space, bits: depth, profile: .displayP3)
                    ) {
                        try PhotoFixture.coding(
                            heic: $0.file(suffix), primaries: primaries, transfer: transfer)
                    })
            }
            for hasAlpha in [false, true] {
                let chart = ColourChart(
                    .displayP3, bits: depth, hasAlpha: hasAlpha, profile: .displayP3)
                let alpha = hasAlpha ? " with alpha" : ""
                kinds.append(
                    Kind("HEIC of \(bits) bits\(alpha) by a profile", chart) {
                        try $0.file(suffix)
                    })
            }
        }
        return kinds
    }()

    @Test(
        .needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }),
        arguments: inHEIC)
    func `the numbers in a HEIC are followed`(kind: Kind) async throws {
        try await expectColours(of: kind)
    }

    /// A headshot that is made here is decoded on another way than the photo as sent.
    @Test(arguments: [byProfile[4], byNumbers[3], byMetadata[0]])
    func `pixels for local work have the same colours`(kind: Kind) async throws {
        let pixels = try #require(
            try await PhotoPixels.of(kind.file(kind.chart), side: ColourChart.width))
        let picture = try await pixels.encodedJPEG(side: ColourChart.width)
        let difference = try kind.chart.difference(of: picture)
        #expect(difference.mean < 1.5 && difference.worst < 6, "\(difference)")
    }

    @Test func `highlights beyond white are rolled off, not wrapped and not cut hard`()
        async throws
    {
        var last = -1
        for nits in [100.0, 203, 300, 500, 1000, 4000] {
            let light = nits / 203
            let level = Int((ColourChart.Space.quantizer.level(of: light) * 255).rounded())
            let patch = try PhotoFixture.plainPNG(FixtureColour(level, level, level))
            let sent = try await prepared(
                PhotoFixture.coding(png: patch, primaries: 9, transfer: 16))
            let seen = try PictureJudge(sent.jpeg).meanColour(x: 0.5, y: 0.5)
            #expect(seen.green >= last, "\(nits) nits: \(seen)")
            #expect(nits < 203 || seen.green > 245, "\(nits) nits: \(seen)")
            last = seen.green
        }
    }

    /// The largest differences: 1 is just visible.
    private func expectColours(
        of kind: Kind, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let sent = try await prepared(kind.file(kind.chart))
        let difference = try kind.chart.difference(of: sent.jpeg)
        #expect(
            difference.mean <= 1 && difference.worst <= 4, "\(difference)",
            sourceLocation: sourceLocation)
    }
}
