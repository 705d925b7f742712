public import Foundation

/// A file that is refused for what it is.
public struct StrangeFile: Sendable, CustomStringConvertible {
    /// What the finding has seen.
    public let seen: String
    /// What the sentence calls it.
    public let told: String
    /// What the sentence advises.
    public let advice: String
    /// The file.
    public let bytes: Data

    /// How a failed test names it.
    public var description: String { told }

    init(_ seen: String, _ told: String, _ advice: String, _ bytes: Data) {
        self.seen = seen
        self.told = told
        self.advice = advice
        self.bytes = bytes
    }
}

extension PhotoFixture {
    /// Files of all kinds that are not used, which can be told by their beginnings.
    public static func strangers() throws -> [StrangeFile] {
        let jpeg = try jpeg()
        return otherFormats + rawFiles + accidents(of: jpeg) + (try oddJPEGs(jpeg)) + noPhotos
            + oddHEIFs
    }

    private static let otherFormats = [
        StrangeFile("gif", "GIF", "Save it as JPEG", Data("GIF89a".utf8) + Data(count: 64)),
        StrangeFile("bmp", "BMP", "Save it as JPEG", Data("BM".utf8) + Data(count: 64)),
        StrangeFile("jpeg xl", "JPEG XL", "Save it as JPEG", Data([0xFF, 0x0A]) + Data(count: 64)),
        StrangeFile(
            "jpeg xl", "JPEG XL", "Save it as JPEG",
            Data([0, 0, 0, 12]) + Data("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A] + Data(count: 64)),
        StrangeFile(
            "jpeg 2000", "JPEG 2000", "Save it as JPEG",
            Data([0, 0, 0, 12]) + Data("jP  ".utf8) + [0x0D, 0x0A, 0x87, 0x0A] + Data(count: 64)),
        StrangeFile(
            "jpeg 2000", "JPEG 2000", "Save it as JPEG",
            Data([0xFF, 0x4F, 0xFF, 0x51]) + Data(count: 64)),
        StrangeFile(
            "avif", "AVIF", "Save it as JPEG",
            HEICAlbum.box("ftyp", Data("avif\0\0\0\0mif1miafavif".utf8)) + Data(count: 64)),
        StrangeFile("tiff", "TIFF", "Save it as JPEG", tiff(tags: [0x0100, 0x0101])),
    ]

    private static let rawFiles = [
        StrangeFile(
            "cr3", "CR3", "Save it as JPEG",
            HEICAlbum.box("ftyp", Data("crx \0\0\0\u{1}crx isom".utf8))
                + HEICAlbum.box("moov", Data(count: 64))),
        StrangeFile("dng", "DNG", "Save it as JPEG", tiff(tags: [0x00FE, 0x010F, 0xC612])),
        StrangeFile("raw", "raw file", "Save it as JPEG", tiff(tags: [0x00FE, 0x010F, 0x014A])),
        StrangeFile(
            "raw", "raw file", "Save it as JPEG",
            Data("II*\0\u{10}\0\0\0CR\u{2}\0".utf8) + Data(count: 64)),
        StrangeFile(
            "raw", "raw file", "Save it as JPEG",
            Data("FUJIFILMCCD-RAW 0201".utf8) + Data(count: 64)),
        StrangeFile(
            "raw", "raw file", "Save it as JPEG", Data("IIU\0\u{18}".utf8) + Data(count: 64)),
    ]

    private static func accidents(of jpeg: Data) -> [StrangeFile] {
        [
            StrangeFile("zeros", "nothing but zeros", "Copy it again", Data(count: 50_000)),
            StrangeFile(
                "text in front of a picture", "in front of the picture", "Copy it again",
                Data([0xEF, 0xBB, 0xBF]) + jpeg),
            StrangeFile(
                "text in front of a picture", "in front of the picture", "Copy it again",
                Data("\r\n".utf8) + jpeg),
            StrangeFile(
                "appleDouble", "AppleDouble", "Choose the file",
                Data([0, 5, 0x16, 7, 0, 2, 0, 0]) + Data("Mac OS X        ".utf8) + Data(count: 64)),
            StrangeFile(
                "git lfs pointer", "Git LFS", "git lfs pull",
                Data("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n".utf8)),
        ]
    }

    private static func oddJPEGs(_ jpeg: Data) throws -> [StrangeFile] {
        [
            StrangeFile(
                "jpeg of 12 bits", "12 bits", "Save it as JPEG", try reframed(jpeg, bits: 12)),
            StrangeFile(
                "lossless jpeg", "lossless", "Save it as JPEG", try reframed(jpeg, marker: 0xC3)),
            StrangeFile(
                "lossless jpeg", "lossless", "Save it as JPEG", try reframed(jpeg, marker: 0xCB)),
            StrangeFile(
                "hierarchical jpeg", "hierarchical", "Save it as JPEG",
                try reframed(jpeg, marker: 0xC5)),
            StrangeFile(
                "jpeg-ls", "JPEG-LS", "Save it as JPEG", try reframed(jpeg, marker: 0xF7)),
            StrangeFile(
                "jpeg without a height", "height", "Save it as JPEG",
                claiming(width: 640, height: 0, jpeg)),
        ]
    }

    private static let noPhotos = [
        StrangeFile(
            "svg", "SVG", "Use JPEG", Data("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)),
        StrangeFile(
            "svg", "SVG", "Use JPEG",
            Data("<?xml version=\"1.0\"?>\n<!-- drawn -->\n<svg width=\"1\"/>".utf8)),
        StrangeFile("pdf", "PDF", "Use JPEG", Data("%PDF-1.4\n%%EOF\n".utf8)),
        StrangeFile(
            "web page", "web page", "Save the picture itself",
            Data("\n<!DOCTYPE html><title>404</title>".utf8)),
        StrangeFile(
            "web page", "web page", "Save the picture itself",
            Data("\u{FEFF}<HTML><body>Not found</body></HTML>".utf8)),
        StrangeFile("text", "text", "Use JPEG", Data("push graphic-context\n".utf8)),
        StrangeFile("text", "text", "Use JPEG", Data("{\"error\":\"zu groß\"}".utf8)),
        StrangeFile("archive", "archive", "Unpack it", Data("PK\u{3}\u{4}".utf8) + Data(count: 64)),
        StrangeFile("video", "video", "Save one picture", video),
        StrangeFile(
            "video", "video", "Save one picture",
            HEICAlbum.box("ftyp", Data("qt  \0\0\0\0qt  ".utf8)) + Data(count: 64)),
        StrangeFile(
            "of an unknown kind", "unknown kind", "Use JPEG",
            Data([1, 2, 3, 0, 9, 0xC3, 0x28]) + Data(count: 64)),
    ]

    private static let oddHEIFs = [
        StrangeFile(
            "heif sequence", "sequence", "Save one picture",
            HEICAlbum.box("ftyp", Data("hevc\0\0\0\0msf1hevcmp41".utf8))
                + HEICAlbum.box("moov", Data(count: 64))),
        StrangeFile("heif without hevc", "HEVC", "Save it as JPEG", heif(of: "jpeg")),
        StrangeFile("heif without hevc", "HEVC", "Save it as JPEG", heif(of: "avc1")),
        StrangeFile("avif", "AVIF", "Save it as JPEG", heif(of: "av01")),
    ]

    /// A HEIF whose main picture is of another coding.
    private static func heif(of coding: String) -> Data {
        var album = HEICAlbum()
        album.brands = ("mif1", ["mif1", "miaf"])
        album.items = [
            HEICAlbum.Item(
                type: coding, isHidden: false, content: Data(count: 64),
                properties: [HEICAlbum.box("ispe", Data([0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0]))])
        ]
        return album.file()
    }

    /// A TIFF with some tags, all of the number 8.
    private static func tiff(tags: [Int]) -> Data {
        let entries = tags.flatMap { tag in
            [UInt8(tag & 0xFF), UInt8(tag >> 8), 4, 0, 1, 0, 0, 0, 8, 0, 0, 0] as [UInt8]
        }
        return Data("II*\0\u{8}\0\0\0".utf8) + [UInt8(tags.count), 0] + entries + Data(count: 4)
    }

    /// A picture with nothing to see: `alpha` of each of its pixels.
    public static func transparent(alpha: UInt8, suffix: String) throws -> Data {
        var raster = try Raster.quadrants(width: 320, height: 320, noise: 0, seed: 0)
        raster.addAlpha(alpha)
        return try FixtureImage(raster).encoded(as: suffix)
    }

    /// A white picture with alpha, every pixel of which is opaque.
    public static func opaqueWhite(suffix: String) throws -> Data {
        var raster = Raster.plain(FixtureColour(255, 255, 255), width: 320, height: 320)
        raster.addAlpha(255)
        return try FixtureImage(raster).encoded(as: suffix)
    }
}
