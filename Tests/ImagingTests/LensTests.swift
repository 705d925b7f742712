import Foundation
import Imaging
import TestSupport
import Testing

@testable import Validation

/// The focal length that a photo's metadata state, and whether it holds for the picture.
struct LensTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let camera: CameraExif
        var size = (width: 640, height: 480)
        let focalLength: Int?
    }

    static let cases: [Case] = {
        let phone = CameraExif(focalLength: 26, width: 640, height: 480)
        func changed(_ change: (inout CameraExif) -> Void) -> CameraExif {
            var camera = phone
            change(&camera)
            return camera
        }
        return [
            Case(testDescription: "as a phone took it", camera: phone, focalLength: 26),
            Case(
                testDescription: "big-endian", camera: changed { $0.isLittle = false },
                focalLength: 26),
            Case(
                testDescription: "with 16-bit sides", camera: changed { $0.hasLongSides = false },
                focalLength: 26),
            Case(
                testDescription: "with a zoom of 1", camera: changed { $0.zoom = 100 },
                focalLength: 26),
            Case(
                testDescription: "by a larger camera",
                camera: CameraExif(focalLength: 85, width: 600, height: 400),
                size: (width: 600, height: 400), focalLength: 85),
            Case(
                testDescription: "turned upright by a program",
                camera: CameraExif(focalLength: 26, width: 640, height: 480),
                size: (width: 480, height: 640), focalLength: 26),
            Case(
                testDescription: "zoomed digitally", camera: changed { $0.zoom = 180 },
                focalLength: nil),
            Case(
                testDescription: "cut by a program that keeps metadata", camera: phone,
                size: (width: 400, height: 300), focalLength: nil),
            Case(
                testDescription: "cut by a program that adapts the sides",
                camera: CameraExif(focalLength: 26, width: 480, height: 480),
                size: (width: 480, height: 480), focalLength: nil),
            Case(
                testDescription: "without sides", camera: changed { $0.sides = nil },
                focalLength: nil),
            Case(
                testDescription: "without a focal length",
                camera: changed { $0.focalLength = nil }, focalLength: nil),
            Case(
                testDescription: "with an unknown focal length",
                camera: changed { $0.focalLength = 0 }, focalLength: nil),
            Case(
                testDescription: "with an absurd focal length",
                camera: changed { $0.focalLength = 65535 }, focalLength: nil),
        ]
    }()

    @Test(arguments: cases)
    func `a lens is known of an uncut photo only`(_ photo: Case) async throws {
        let (width, height) = photo.size
        let jpeg = PhotoFixture.jpeg(
            try PhotoFixture.jpeg(width: width, height: height), by: photo.camera)
        #expect(HeaderInspector.inspect(jpeg).facts?.focalLength == photo.focalLength)
        #expect(try await PhotoInspector.inspect(jpeg) == HeaderInspector.inspect(jpeg))
    }

    @Test(
        .needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }), arguments: cases
    )
    func `the lens of a HEIC is read as that of a JPEG`(_ photo: Case) async throws {
        let (width, height) = photo.size
        let heic = try PhotoFixture.heic(by: photo.camera, width: width, height: height)
        let facts = try #require(HeaderInspector.inspect(heic).facts)
        #expect(facts.focalLength == photo.focalLength)
        #expect((facts.width, facts.height) == (width, height))
    }

    @Test func `metadata that are cut or point anywhere are not read beyond their end`() throws {
        let jpeg = try PhotoFixture.jpeg(width: 640, height: 480)
        let whole = CameraExif(focalLength: 26, width: 640, height: 480).tiff
        // Its last six bytes fill up a number, and say that no folder follows.
        for count in 0..<whole.count - 6 {
            #expect(ExifLens(ByteView(whole.prefix(count))) == nil)
        }
        var chance = SplitMix64(state: 35)
        for _ in 0..<2000 {
            var changed = whole
            for _ in 0..<3 {
                changed[Int.random(in: 0..<whole.count, using: &chance)] = UInt8.random(
                    in: 0...255, using: &chance)
            }
            let photo = PhotoFixture.adding(
                segment: 0xE1, Data("Exif\0\0".utf8) + changed, to: jpeg)
            let focalLength = HeaderInspector.inspect(photo).facts?.focalLength
            #expect(focalLength.map((10...400).contains) ?? true)
        }
    }

    @Test func `the quality that libjpeg saved a photo with is estimated exactly`() throws {
        for quality in 1...100 {
            let jpeg = try PhotoFixture.jpeg(width: 256, height: 256, quality: quality)
            #expect(HeaderInspector.inspect(jpeg).facts?.jpegQuality == quality)
        }
    }
}
