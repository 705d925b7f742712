public import Foundation

/// Photos made by code: four quadrants of known colours, under as much noise as asked for.
///
/// No file of a real person is kept in the repository, and each test sees in its own source what is
/// special about its photo.
public enum PhotoFixture {
    /// A JPEG; `orientation` is its EXIF tag, `noise` the largest deviation of a channel.
    ///
    /// Its chroma is halved below a quality of 90. `profile` is a name that libvips knows.
    public static func jpeg(
        width: Int = 640, height: Int = 480, quality: Int = 90, orientation: Int? = nil,
        noise: Int = 0, seed: Int = 0, profile: String? = nil, isProgressive: Bool = false
    ) throws -> Data {
        var image = FixtureImage(
            try Raster.quadrants(width: width, height: height, noise: noise, seed: seed))
        if let orientation { image.set("orientation", orientation) }
        var options = "Q=\(quality)"
        if let profile { options += ",profile=\(profile)" }
        if isProgressive { options += ",interlace" }
        return try image.encoded(as: ".jpg[\(options)]")
    }

    /// A JPEG of a ground below a sky, for tests that are about no picture: no time is spent on a search for faces in it, nor in
    /// what the emulator makes of it.
    public static func landscape(width: Int = 640, seed: Int = 0) throws -> Data {
        try FixtureImage(.landscape(quadrants(seed: seed), width: width))
            .encoded(as: ".jpg[Q=90]")
    }

    /// The same coded pixels under another orientation tag, by a JPEG that has no metadata yet.
    public static func tagging(_ jpeg: Data, orientation: Int) throws -> Data {
        let content = Array("Exif\0\0".utf8) + exif(orientation: orientation)
        return adding(segment: 0xE1, Data(content), to: jpeg)
    }

    /// The smallest metadata that say how a picture is turned.
    static func exif(orientation: Int) -> [UInt8] {
        Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0]
            + [UInt8(orientation & 0xFF), UInt8(orientation >> 8), 0, 0, 0, 0, 0, 0]
    }

    /// A noisy JPEG of 12 megapixels and 4 to 5 MB, as phones take them.
    public static func large(seed: Int = 0) throws -> Data {
        try jpeg(width: 4032, height: 3024, quality: 90, noise: 18, seed: seed)
    }

    /// A PNG of 8 or 16 bits; with `alpha`, its right half is fully transparent.
    public static func png(
        width: Int = 640, height: Int = 480, bits: Int = 8, alpha: Bool = false, seed: Int = 0
    ) throws -> Data {
        var raster = try Raster.quadrants(width: width, height: height, noise: 0, seed: seed)
        if alpha { raster.addAlpha() }
        return try FixtureImage(raster, bits: bits).encoded(as: ".png")
    }

    /// A photo each of whose pixels is a square of `factor` pixels a side, so that a large one is made in no time.
    ///
    /// `suffix` is the format with its options, as libvips has them.
    public static func enlarged(
        by factor: Int, width: Int, height: Int, noise: Int = 0, seed: Int = 0, as suffix: String
    ) throws -> Data {
        try FixtureImage(
            Raster.quadrants(width: width, height: height, noise: noise, seed: seed)
        ).enlarged(by: factor).encoded(as: suffix)
    }

    /// A PNG of 4096 by 4096 pixels, 16 bits and alpha: 134 MB once decoded.
    public static func largestPNG(seed: Int = 0) throws -> Data {
        var raster = try Raster.quadrants(width: 256, height: 256, noise: 0, seed: seed)
        raster.addAlpha()
        return try FixtureImage(raster, bits: 16).enlarged(by: 16)
            .encoded(as: ".png[compression=1]")
    }

    /// A WebP of one picture; `orientation` is its EXIF tag.
    public static func webp(
        width: Int = 640, height: Int = 480, orientation: Int? = nil, noise: Int = 0, seed: Int = 0
    ) throws -> Data {
        var image = try quadrants(width, height, noise, seed)
        if let orientation { image.set("orientation", orientation) }
        return try image.encoded(as: ".webp[Q=90]")
    }

    /// A photo whose right half is fully transparent, in grey or in colours, by its format's suffix.
    public static func transparent(
        suffix: String, isGrey: Bool = false, seed: Int = 0
    ) throws -> Data {
        var raster = try Raster.quadrants(width: 640, height: 480, noise: 0, seed: seed)
        if isGrey { raster.keepFirstChannel() }
        raster.addAlpha()
        return try FixtureImage(raster).encoded(as: suffix)
    }

    /// A PNG with a table of its colours.
    public static func palettePNG(seed: Int = 0) throws -> Data {
        try quadrants(640, 480, 0, seed).encoded(as: ".png[palette]")
    }

    /// A PNG of one bit a pixel, a quarter of it black and the rest white.
    public static func onebitPNG() throws -> Data {
        try FixtureImage(Raster.blackQuadrant(width: 640, height: 480))
            .encoded(as: ".png[bitdepth=1]")
    }

    /// A HEIC of ten bits a channel.
    public static func deepHEIC(seed: Int = 0) throws -> Data {
        let raster = try Raster.quadrants(width: 640, height: 480, noise: 0, seed: seed)
        return try FixtureImage(raster, bits: 16).encoded(as: ".heic[Q=80,bitdepth=10]")
    }

    /// An animated WebP of two frames, the first in the colours of `seed`, the second of `seed + 1`.
    public static func animatedWebP(
        width: Int = 640, height: Int = 480, seed: Int = 0
    ) throws -> Data {
        var raster = try Raster.quadrants(width: width, height: height, noise: 0, seed: seed)
        raster.append(try Raster.quadrants(width: width, height: height, noise: 0, seed: seed + 1))
        var image = FixtureImage(raster)
        image.set("page-height", height)
        return try image.encoded(as: ".webp[Q=90]")
    }

    /// A HEIC with an EXIF orientation, which readers must ignore.
    public static func heic(
        width: Int = 640, height: Int = 480, orientation: Int? = nil, seed: Int = 0
    ) throws -> Data {
        var image = try quadrants(width, height, 0, seed)
        if let orientation { image.set("orientation", orientation) }
        return try image.encoded(as: ".heic[Q=80]")
    }

    /// A HEIC of several pictures of 320 by 320, the first in the colours of `seed`.
    public static func heic(pages: Int, seed: Int) throws -> Data {
        var raster = try Raster.quadrants(width: 320, height: 320, noise: 0, seed: seed)
        for page in 1..<pages {
            raster.append(
                try Raster.quadrants(width: 320, height: 320, noise: 0, seed: seed + page))
        }
        var image = FixtureImage(raster)
        image.set("page-height", 320)
        return try image.encoded(as: ".heic[Q=80]")
    }

    /// Whether this machine's libheif can write HEIC; reading needs another library of it.
    public static let canMakeHEIC = (try? heic(width: 64, height: 64)) != nil

    /// An AVIF, in the container of a HEIC.
    public static func avif(width: Int = 320, height: Int = 320) throws -> Data {
        try quadrants(width, height, 0, 0).encoded(as: ".avif[Q=50,effort=0]")
    }

    /// A file in another of libvips' formats, by its suffix, as in ".gif" or ".tif".
    public static func other(suffix: String) throws -> Data {
        try quadrants(320, 320, 0, 0).encoded(as: suffix)
    }

    /// A grey JPEG of one channel, with the red channel's values.
    public static func greyJPEG(
        width: Int = 640, height: Int = 480, orientation: Int? = nil, seed: Int = 0
    ) throws -> Data {
        var raster = try Raster.quadrants(width: width, height: height, noise: 0, seed: seed)
        raster.keepFirstChannel()
        var image = FixtureImage(raster)
        if let orientation { image.set("orientation", orientation) }
        return try image.encoded(as: ".jpg[Q=90]")
    }

    /// A JPEG of four inks, whose upper left quadrant is pure cyan and the others white.
    public static func cmykJPEG(width: Int = 640, height: Int = 480) throws -> Data {
        var image = FixtureImage(Raster.cyanQuadrant(width: width, height: height))
        image.setCMYK()
        return try image.encoded(as: ".jpg[Q=90]")
    }

    /// A JPEG whose values are to be read in the Display P3 colour space.
    public static func displayP3JPEG(
        width: Int = 640, height: Int = 480, seed: Int = 0
    ) throws -> Data {
        try quadrants(width, height, 0, seed).encoded(as: ".jpg[Q=90,profile=p3]")
    }

    /// A JPEG in several scans.
    public static func progressiveJPEG(width: Int = 640, height: Int = 480) throws -> Data {
        try quadrants(width, height, 0, 0).encoded(as: ".jpg[Q=90,interlace]")
    }

    /// A JPEG with a place, a camera, a comment of the user, XMP, and a colour profile.
    public static func jpegWithMetadata(width: Int = 640, height: Int = 480) throws -> Data {
        var image = try quadrants(width, height, 0, 0)
        image.set(
            "exif-ifd3-GPSLatitude", "51/1 30/1 0/1 (51, 30, 0, Rational, 3 components, 24 bytes)")
        image.set("exif-ifd0-Make", "SecretCamera (SecretCamera, ASCII, 13 components, 13 bytes)")
        image.set("xmp-data", Data("<x:xmpmeta>SecretPlace</x:xmpmeta>".utf8))
        return try image.encoded(as: ".jpg[Q=90,profile=p3]")
    }

    private static func quadrants(
        _ width: Int, _ height: Int, _ noise: Int, _ seed: Int
    ) throws -> FixtureImage {
        FixtureImage(try Raster.quadrants(width: width, height: height, noise: noise, seed: seed))
    }
}

/// Why a fixture could not be made or judged.
public enum PhotoFixtureError: Error, Equatable {
    case cannotEncode(String)
    case cannotDecode
}
