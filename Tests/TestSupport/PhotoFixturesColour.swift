public import Foundation

/// A colour of 8 bits a channel.
public struct FixtureColour: Sendable, Equatable, CustomStringConvertible {
    /// The amount of red.
    public let red: Int
    /// The amount of green.
    public let green: Int
    /// The amount of blue.
    public let blue: Int

    /// Makes a colour.
    public init(_ red: Int, _ green: Int, _ blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Whether no channel differs by more than `tolerance`, which allows for a JPEG's losses.
    public func isNear(_ other: FixtureColour, within tolerance: Int = 12) -> Bool {
        abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance
            && abs(blue - other.blue) <= tolerance
    }

    /// The colour as a reader of a failed test wants it.
    public var description: String { "rgb(\(red), \(green), \(blue))" }
}

extension PhotoFixture {
    /// A colour space wider than sRGB.
    public enum WideSpace: String, Sendable, CaseIterable {
        case displayP3
        case adobeRGB
    }

    /// A photo of one colour, whose values are to be read in `space`.
    public static func patch(
        of colour: FixtureColour, in space: WideSpace, suffix: String
    ) throws -> Data {
        switch space {
        case .displayP3:
            return try FixtureImage(Raster.plain(colour, width: 320, height: 256))
                .encoded(as: "\(suffix),profile=p3]")
        case .adobeRGB: return try patch(of: colour, in: ProfileFixture.adobeRGB, suffix: suffix)
        }
    }

    /// The colours of a photo's quadrants: upper left, upper right, lower left, lower right.
    ///
    /// All colours of 16 consecutive seeds differ by at least 60 in some channel.
    public static func quadrants(seed: Int) -> [FixtureColour] {
        (0..<4).map { quadrant in
            // 37 is odd, so the 64 products are a permutation of all triples of four levels.
            let code = ((seed * 4 + quadrant) % 64 + 64) % 64 * 37 % 64
            let level = { (shift: Int) in 30 + 65 * (code >> shift & 3) }
            return FixtureColour(level(4), level(2), level(0))
        }
    }
}
