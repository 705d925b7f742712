public import Foundation

extension PhotoFixture {
    /// A small photo of each kind that can be made here, to be changed.
    public static func oneOfEachKind() throws -> [Data] {
        let jpeg = try PhotoFixture.jpeg(width: 320, height: 272, noise: 20)
        var photos = [
            jpeg, telling(jpeg), multiPicture(jpeg, jpeg), motionPhoto(jpeg), arithmeticJPEG,
            try PhotoFixture.jpeg(width: 320, height: 272, quality: 80, orientation: 6, noise: 20),
            try PhotoFixture.jpeg(width: 320, height: 272, profile: "p3", isProgressive: true),
            try greyJPEG(width: 320, height: 272), try cmykJPEG(width: 320, height: 272),
            try jpegWithMetadata(width: 320, height: 272), try scans(12),
            try png(width: 320, height: 272),
            try png(width: 320, height: 272, bits: 16, alpha: true),
            try palettePNG(), try onebitPNG(), animated(png: try png()),
            tagging(png: try png(width: 320, height: 272), orientation: 5),
            try webp(width: 320, height: 272, orientation: 3, noise: 20),
            try animatedWebP(width: 320, height: 272), try transparent(suffix: ".webp[lossless]"),
        ]
        photos += [
            withoutTables(jpeg), withoutEnd(jpeg), withoutEnd(jpeg) + samsungTrailer,
            withoutEnd(try PhotoFixture.jpeg(width: 320, height: 272, isProgressive: true)),
            adding(segment: 0xE1, xmpPrefix + xmp(orientation: 6), to: jpeg),
            adding(
                chunk: "zTXt",
                Data("Raw profile type exif\0\0".utf8)
                    + stored(rawProfile("exif", exifPrefix + Exif().bytes(orientation: 6))),
                to: try png(width: 320, height: 272)),
        ]
        photos += try ofEachColour(jpeg)
        if canMakeHEIC {
            photos += [
                try HEICAlbum.phone().file(),
                try heic(width: 320, height: 272, orientation: 6), try heic(pages: 3, seed: 1),
                try heic(repeating: 40), try deepHEIC(), try transparent(suffix: ".heic[Q=80]"),
                try codedHEIC(),
            ]
        }
        return photos
    }

    /// Photos that say in each way what their values stand for.
    private static func ofEachColour(_ jpeg: Data) throws -> [Data] {
        let camera = exif(colourSpace: 255, rule: "R03")
        let png = try png(width: 320, height: 272)
        return [
            adding(exif: camera, to: jpeg),
            adding(exif: camera, toWebP: try webp(width: 320, height: 272)),
            adding(chunk: "eXIf", camera, to: png), coding(png: png, primaries: 9, transfer: 16),
            gamma(
                png: places(
                    png: png, [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]),
                55_556),
            try ColourChart(.standard, profile: .grey(name: "grey", .power(461)))
                .file(".jpg[Q=80]"),
            try ColourChart(.adobe, bits: 16, hasAlpha: true, profile: .adobeRGB)
                .file(".png[compression=1]"),
        ]
    }
}
