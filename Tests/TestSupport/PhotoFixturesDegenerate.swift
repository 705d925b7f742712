public import Foundation

/// Pictures with next to nothing in them, which are photos all the same.
extension PhotoFixture {
    /// A picture of one colour, in the format of a suffix, as in ".png".
    public static func plain(
        _ colour: FixtureColour, suffix: String = ".jpg[Q=90]", width: Int = 256, height: Int = 256
    ) throws -> Data {
        try FixtureImage(Raster.plain(colour, width: width, height: height)).encoded(as: suffix)
    }

    /// Pictures of one colour, of one pixel, of grey, of nothing but transparency, and strips.
    public static func degenerate() throws -> [Data] {
        let (black, white) = (FixtureColour(0, 0, 0), FixtureColour(255, 255, 255))
        let red = FixtureColour(255, 0, 0)
        var pictures = try [".jpg[Q=90]", ".jpg[Q=1]", ".png", ".webp[lossless]"].flatMap {
            suffix in
            try [black, white, red].map { try plain($0, suffix: suffix) }
        }
        pictures += [
            try plain(white, width: 4096, height: 256), try plain(black, width: 256, height: 4096),
            try onePixel(), try invisible(suffix: ".png"), try invisible(suffix: ".webp[lossless]"),
            try greyJPEG(width: 256, height: 256), try onebitPNG(),
            try DrawnFace.portrait.lit(0).jpeg(), try DrawnFace.portrait.lit(1e6).jpeg(),
            try DrawnFace.portrait.noisy(255).jpeg(), try DrawnFace.portrait.shrunk(by: 1).jpeg(),
            try DrawnFace.portrait.blurred(radius: 6).jpeg(),
        ]
        return pictures
    }

    /// One white pixel on black.
    private static func onePixel() throws -> Data {
        var raster = Raster.plain(FixtureColour(0, 0, 0), width: 256, height: 256)
        raster.whiten(x: 128, y: 128)
        return try FixtureImage(raster).encoded(as: ".png")
    }

    /// Alpha of 0 everywhere.
    private static func invisible(suffix: String) throws -> Data {
        var raster = Raster.plain(FixtureColour(9, 9, 9), width: 256, height: 256)
        raster.addAlpha(0)
        return try FixtureImage(raster).encoded(as: suffix)
    }

    /// A JPEG with a colour profile of this name, whatever is in it, up to 100 bytes.
    public static func naming(profile name: String, _ jpeg: Data) -> Data {
        var profile = Data(count: 128) + [0, 0, 0, 1] + Data("desc".utf8)
        profile += Data([0, 0, 0, 144, 0, 0, 0, 112]) + Data("desc".utf8) + Data(count: 4)
        profile += Data([0, 0, 0, UInt8(name.utf8.count + 1)]) + Data(name.utf8) + Data(count: 20)
        return adding(segment: 0xE2, Data("ICC_PROFILE\0".utf8) + [1, 1] + profile, to: jpeg)
    }
}
