public import Foundation

/// Files that name their colours by numbers instead of a colour profile.
extension PhotoFixture {
    /// A PNG with the numbers of ITU-T H.273.
    public static func coding(
        png: Data, primaries: UInt8, transfer: UInt8, isFullRange: Bool = true
    ) -> Data {
        adding(chunk: "cICP", Data([primaries, transfer, 0, isFullRange ? 1 : 0]), to: png)
    }

    /// A PNG that says by which power its values were made of light, in 100,000ths.
    public static func gamma(png: Data, _ gamma: Int) -> Data {
        adding(chunk: "gAMA", number(gamma), to: png)
    }

    /// A PNG that says where white, red, green and blue are, in 100,000ths.
    public static func places(png: Data, _ places: [Int]) -> Data {
        adding(chunk: "cHRM", places.map(number).reduce(Data(), +), to: png)
    }

    /// A HEIC with a colour profile that says by numbers instead what its values stand for.
    public static func coding(heic: Data, primaries: UInt8, transfer: UInt8) throws -> Data {
        // The same length, so that nothing moves; readers skip what follows the numbers.
        let numbers: [UInt8] = [0, primaries, 0, transfer, 0, 6, 0x80]
        // Either name is that of a profile; encoders write one or the other.
        let name = heic.range(of: Data("colrprof".utf8)) == nil ? "colrrICC" : "colrprof"
        return try writing(Array("nclx".utf8) + numbers, at: 4, of: name, in: heic)
    }

    /// A HEIC of ten bits that says PQ.
    public static func codedHEIC() throws -> Data {
        let photo = try ColourChart(.quantizer, bits: 16, profile: .displayP3)
            .file(".heic[Q=80,bitdepth=10]")
        return try coding(heic: photo, primaries: 9, transfer: 16)
    }

    /// The metadata of a camera that is set to Adobe RGB: a space, and the rule by which files are written.
    public static func exif(colourSpace: UInt8?, rule: String?, isLittle: Bool = true) -> Data {
        func number(_ value: Int, _ bytes: Int) -> Data {
            let big = Data((0..<bytes).reversed().map { UInt8(value >> (8 * $0) & 0xFF) })
            return isLittle ? Data(big.reversed()) : big
        }
        func folder(_ entries: [Data]) -> Data {
            number(entries.count, 2) + entries.reduce(Data(), +) + number(0, 4)
        }
        func entry(_ tag: Int, _ type: Int, count: Int = 1, _ value: Data) -> Data {
            number(tag, 2) + number(type, 2) + number(count, 4) + value
                + Data(count: 4 - value.count)
        }
        let start = Data((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        // One folder of one entry takes 18 bytes.
        let main = folder([entry(0x8769, 4, number(26, 4))])
        var entries: [Data] = []
        if let colourSpace {
            let value = colourSpace == 255 ? 65_535 : Int(colourSpace)
            entries.append(entry(0xA001, 3, number(value, 2)))
        }
        guard let rule else { return start + main + folder(entries) }
        let end = 26 + 2 + 12 * (entries.count + 1) + 4
        entries.append(entry(0xA005, 4, number(end, 4)))
        return start + main + folder(entries)
            + folder([entry(0x0001, 2, count: 4, Data(rule.utf8) + [0])])
    }

    /// A JPEG with such metadata.
    public static func adding(exif: Data, to jpeg: Data) -> Data {
        adding(segment: 0xE1, Data("Exif\0\0".utf8) + exif, to: jpeg)
    }

    /// A WebP with such metadata, and no others.
    public static func adding(exif: Data, toWebP webp: Data) -> Data {
        // The sides are 14 bytes into the only chunk of a simple and lossy one, and 12 bytes into the first of an extended one.
        let isExtended = webp.dropFirst(12).starts(with: Data("VP8X".utf8))
        let sides =
            isExtended
            ? [24, 27].map { (Int(webp[$0]) | Int(webp[$0 + 1]) << 8) + 1 }
            : [26, 28].map { Int(webp[$0]) | Int(webp[$0 + 1]) << 8 & 0x3FFF }
        return adding(
            webPChunk: "EXIF", exif, flag: 8, to: webp, width: sides[0], height: sides[1])
    }

    /// A PNG of one colour.
    public static func plainPNG(_ colour: FixtureColour) throws -> Data {
        try FixtureImage(Raster.plain(colour, width: 320, height: 256)).encoded(as: ".png")
    }

    private static func number(_ value: Int) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }
}
