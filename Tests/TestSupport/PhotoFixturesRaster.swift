/// Pixels in memory, 8 bits a channel, row after row.
struct Raster {
    let width: Int
    private(set) var height: Int
    private(set) var bands: Int
    private(set) var bytes: [UInt8]

    /// Four quadrants in the colours of `seed`.
    ///
    /// Rows of noise are drawn from a few made beforehand: a coded block of 8 by 8 sees no repetition,
    /// and 12 megapixels take a tenth of a second in a debug build.
    static func quadrants(width: Int, height: Int, noise: Int, seed: Int) throws -> Raster {
        let colours = PhotoFixture.quadrants(seed: seed)
        var generator = FixtureGenerator(seed: UInt64(bitPattern: Int64(seed)))
        let variants = noise == 0 ? 1 : 64
        let halves = [0, 2].map { first in
            (0..<variants).map { _ in
                row(width, colours[first], colours[first + 1], noise, &generator)
            }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            let half = halves[y < height / 2 ? 0 : 1]
            bytes.append(contentsOf: half[Int(generator.next() % UInt64(variants))])
        }
        return Raster(width: width, height: height, bands: 3, bytes: bytes)
    }

    /// One colour everywhere.
    static func plain(_ colour: FixtureColour, width: Int, height: Int) -> Raster {
        let pixel = [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)]
        let bytes = (0..<width * height).flatMap { _ in pixel }
        return Raster(width: width, height: height, bands: 3, bytes: bytes)
    }

    /// The first of four colours above the third.
    static func landscape(_ colours: [FixtureColour], width: Int) -> Raster {
        var sky = plain(colours[0], width: width, height: 240)
        let ground = plain(colours[2], width: sky.width, height: sky.height)
        sky.bytes += ground.bytes
        sky.height += ground.height
        return sky
    }

    /// Four inks: the upper left quadrant all cyan, the rest bare paper.
    static func cyanQuadrant(width: Int, height: Int) -> Raster {
        let paper = [UInt8](repeating: 0, count: 4 * width)
        var inked = paper
        for x in 0..<width / 2 { inked[4 * x] = 255 }
        let bytes = (0..<height).flatMap { $0 < height / 2 ? inked : paper }
        return Raster(width: width, height: height, bands: 4, bytes: bytes)
    }

    /// Grey: the upper left quadrant black, the rest white.
    static func blackQuadrant(width: Int, height: Int) -> Raster {
        let bytes = (0..<width * height).map { pixel in
            pixel % width < width / 2 && pixel / width < height / 2 ? UInt8(0) : 255
        }
        return Raster(width: width, height: height, bands: 1, bytes: bytes)
    }

    /// Adds a channel of alpha: the left half opaque, the right half transparent.
    mutating func addAlpha() {
        var joined: [UInt8] = []
        joined.reserveCapacity(width * height * (bands + 1))
        for pixel in 0..<width * height {
            joined += bytes[bands * pixel..<bands * (pixel + 1)]
            joined.append(pixel % width < width / 2 ? 255 : 0)
        }
        bytes = joined
        bands += 1
    }

    /// Adds a channel of alpha of one value.
    mutating func addAlpha(_ value: UInt8) {
        bytes = stride(from: 0, to: bytes.count, by: bands)
            .flatMap { bytes[$0..<$0 + bands] + [value] }
        bands += 1
    }

    /// Sets all channels of a pixel to 255.
    mutating func whiten(x: Int, y: Int) {
        let start = (y * width + x) * bands
        for index in start..<start + bands { bytes[index] = 255 }
    }

    /// Puts another raster of the same width and channels below this one.
    mutating func append(_ other: Raster) {
        bytes += other.bytes
        height += other.height
    }

    /// Drops all channels but the first.
    mutating func keepFirstChannel() {
        bytes = stride(from: 0, to: bytes.count, by: bands).map { bytes[$0] }
        bands = 1
    }

    private static func row(
        _ width: Int, _ left: FixtureColour, _ right: FixtureColour, _ noise: Int,
        _ generator: inout FixtureGenerator
    ) -> [UInt8] {
        (0..<width).flatMap { x in
            let colour = x < width / 2 ? left : right
            guard noise > 0 else {
                return [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)]
            }
            // Sensors' noise is mostly in brightness.
            let deviation = Int(generator.next() >> 33) % (2 * noise + 1) - noise
            return [colour.red, colour.green, colour.blue].map {
                UInt8(clamping: $0 + deviation)
            }
        }
    }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct FixtureGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
