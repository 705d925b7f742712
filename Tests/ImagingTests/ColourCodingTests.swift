import Foundation
import TestSupport
import Testing

@testable import Validation

/// What strangers' bytes say about colours.
struct ColourCodingTests {
    /// Files that name their colours in each way there is.
    static func photos() throws -> [(bytes: Data, format: PhotoFormat)] {
        let png = try PhotoFixture.png(width: 320, height: 272)
        let exif = PhotoFixture.exif(colourSpace: 255, rule: "R03")
        var photos: [(Data, PhotoFormat)] = [
            (PhotoFixture.coding(png: png, primaries: 9, transfer: 16), .png),
            (PhotoFixture.coding(png: png, primaries: 9, transfer: 18, isFullRange: false), .png),
            (PhotoFixture.gamma(png: png, 100_000), .png),
            (
                PhotoFixture.places(
                    png: png, [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]),
                .png
            ),
            (PhotoFixture.adding(chunk: "eXIf", exif, to: png), .png),
            (
                PhotoFixture.adding(exif: exif, to: try PhotoFixture.jpeg(width: 320, height: 272)),
                .jpeg
            ),
            (
                PhotoFixture.adding(
                    exif: exif, toWebP: try PhotoFixture.webp(width: 320, height: 272)), .webp
            ),
        ]
        if PhotoFixture.canMakeHEIC { photos.append((try PhotoFixture.codedHEIC(), .heic)) }
        return photos
    }

    @Test func `each way is read, and no beginning of a file is too short`() throws {
        for (number, photo) in try Self.photos().enumerated() {
            let whole = try #require(
                ColourCoding.declared(in: photo.bytes, as: photo.format), "\(number)")
            #expect(!whole.isStandard, "\(number)")
            for count in 0..<min(1200, photo.bytes.count) {
                let part = photo.bytes.prefix(count)
                let coding = ColourCoding.declared(in: part, as: photo.format)
                #expect(coding == nil || coding == whole, "\(number), \(count) bytes")
                // A view that does not begin at 0, as a slice of something larger.
                let slice = (Data([1, 2, 3]) + part).dropFirst(3)
                #expect(ColourCoding.declared(in: slice, as: photo.format) == coding)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `however a file is changed, what it says can be used`(seed: UInt64) throws {
        let photos = try Self.photos()
        var mutator = Mutator(seed: seed)
        var read = 0
        for number in 0..<400 {
            let photo = photos[number % photos.count]
            let mutant = mutator.mutant(of: [photo.bytes])
            guard let coding = ColourCoding.declared(in: mutant, as: photo.format) else { continue }
            read += 1
            expectUsable(coding)
        }
        #expect(read > 100)
    }

    /// Numbers that are possible in a file and impossible in a picture.
    static let extremes = [0, 1, 2, 99, 5_000, 100_000, 200_000, 0x7FFF_FFFF, 0xFFFF_FFFF]

    @Test func `a power is one that a picture can have`() throws {
        let png = try PhotoFixture.png(width: 320, height: 272)
        for gamma in Self.extremes {
            let coding = ColourCoding.declared(
                in: PhotoFixture.gamma(png: png, gamma), as: .png)
            #expect((coding != nil) == (gamma == 100_000 || gamma == 200_000), "\(gamma)")
            if let coding { expectUsable(coding) }
        }
    }

    @Test func `places of lights that span no colours are not believed`() throws {
        let png = try PhotoFixture.png(width: 320, height: 272)
        for x in Self.extremes {
            for y in Self.extremes {
                // All at one place.
                let places = [31_270, 32_900, x, y, x, y, x, y]
                let photo = PhotoFixture.places(png: png, places)
                #expect(ColourCoding.declared(in: photo, as: .png) == nil)
            }
        }
        for index in 0..<8 {
            for number in Self.extremes {
                var places = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
                places[index] = number
                let photo = PhotoFixture.places(png: png, places)
                if let coding = ColourCoding.declared(in: photo, as: .png) { expectUsable(coding) }
            }
        }
    }

    @Test func `each number of primaries and of a curve can be used`() {
        for primaries in 0...300 {
            for transfer in 0...300 where primaries < 20 || transfer < 20 {
                expectUsable(ColourCoding(primaries: primaries, transfer: transfer))
            }
        }
    }

    @Test func `television's range is stretched to that of pictures`() throws {
        let png = try PhotoFixture.png(width: 320, height: 272)
        let coding = try #require(
            ColourCoding.declared(
                in: PhotoFixture.coding(png: png, primaries: 1, transfer: 13, isFullRange: false),
                as: .png))
        #expect(!coding.isStandard)
        for (value, light) in [(0.0, 0.0), (16.0 / 255, 0), (235.0 / 255, 1), (1, 1)] {
            #expect(abs(coding.light(of: value, bits: 8) - light) < 0.000_1)
        }
        #expect(abs(coding.light(of: 60_160.0 / 65_535, bits: 16) - 1) < 0.000_1)
    }

    @Test func `metadata that lead in circles end`() throws {
        let exif = PhotoFixture.exif(colourSpace: 255, rule: "R03")
        try #require(EXIFColours.coding(in: ByteView(exif)) != nil)
        // Where the camera's folder and that of its rules lie: both are the main folder now.
        for place in [18, 48] {
            var circle = exif
            circle.replaceSubrange(place..<place + 4, with: [8, 0, 0, 0])
            #expect(EXIFColours.coding(in: ByteView(circle)) == nil, "\(place)")
        }
    }

    @Test func `a profile of tables is not sRGB by its curves`() {
        let profile = ProfileFixture.standard(name: "sRGB", .standardTable)
        #expect(ICCProfile(profile.bytes).isStandardRGB)
        #expect(!ICCProfile(profile.adding(tag: "A2B0", Data(count: 40)).bytes).isStandardRGB)
        #expect(ICCProfile(profile.adding(tag: "dmnd", Data(count: 40)).bytes).isStandardRGB)
    }

    @Test func `a JPEG keeps its coded pixels if they are sRGB's, and only then`() throws {
        let jpeg = try PhotoFixture.jpeg(width: 320, height: 272)
        let grey = try PhotoFixture.greyJPEG(width: 320, height: 272)
        let limit = jpeg.count * 2
        for (space, isKept) in [(1, true), (2, false), (255, false)] as [(UInt8, Bool)] {
            let exif = PhotoFixture.exif(colourSpace: space, rule: "R03")
            let photo = PhotoFixture.adding(exif: exif, to: jpeg)
            let kept = JPEGStructure(photo).stripped(photo, toAtMost: limit)
            #expect((kept != nil) == isKept, "\(space)")
        }
        for (picture, profile) in [
            (jpeg, ProfileFixture.grey(name: "grey", .linear)), (grey, .displayP3),
        ] {
            let photo = PhotoFixture.adding(
                segment: 0xE2, Data("ICC_PROFILE\0".utf8) + [1, 1] + profile.bytes, to: picture)
            let kept = try #require(JPEGStructure(photo).stripped(photo, toAtMost: limit))
            #expect(kept == JPEGStructure(picture).stripped(picture, toAtMost: limit))
            #expect(JPEGStructure.isBare(kept))
        }
    }

    private func expectUsable(
        _ coding: ColourCoding, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let lights = (0...64).map { coding.light(of: Double($0) / 64, bits: 8) }
        #expect(
            lights.allSatisfy { (0...1.000_001).contains($0) } && lights == lights.sorted(),
            "\(coding)", sourceLocation: sourceLocation)
        // Their sum is the white of all profiles.
        let sum = coding.connected?.reduce(SIMD3<Double>.zero, +)
        let white: SIMD3<Double> = [0.9642, 1, 0.8249]
        #expect(
            sum.map { abs(($0 - white).max()) < 0.001 && abs(($0 - white).min()) < 0.001 } == true,
            "\(coding)", sourceLocation: sourceLocation)
    }
}
