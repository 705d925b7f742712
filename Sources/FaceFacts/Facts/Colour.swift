import Ground

/// The colours of a face and of the clothes below it, as far as one photo in unknown light shows them.
public struct Colour: Codable, Sendable, Equatable {
    /// Whether skin leans to pink, to yellow, or to neither.
    public enum Undertone: String, Codable, Sendable, CaseIterable {
        case cool, neutral, warm
    }

    /// How light skin is, in the bands of the individual typology angle.
    public enum Depth: String, Codable, Sendable, CaseIterable {
        case veryLight, light, intermediate, tan, brown, dark
    }

    /// The season of colour consultants; for entertainment, not a fact about a person.
    public enum Season: String, Codable, Sendable, CaseIterable {
        case spring, summer, autumn, winter
    }

    /// The hue of the skin in CIELAB after a damped white balance, in degrees: cool below 42, warm above 55.
    ///
    /// Nil for a grey photo, or in light too coloured to correct.
    public let hue: Measure?
    /// The undertone of that hue.
    public let undertone: Undertone?
    /// The individual typology angle in degrees; nil unless the face is well exposed.
    public let typology: Measure?
    /// The depth of that angle.
    public let depth: Depth?
    /// Five colours of face and clothes, the largest share first.
    public let palette: [Swatch]
    /// The season; nil without an undertone and a depth.
    public let season: Season?
    /// The skin as the photo shows it; nil if too little of it is seen.
    public let skin: SkinColour?

    package init(
        hue: Measure?, undertone: Undertone?, typology: Measure?, depth: Depth?, palette: [Swatch],
        season: Season?, skin: SkinColour? = nil
    ) {
        self.hue = hue
        self.undertone = undertone
        self.typology = typology
        self.depth = depth
        self.palette = palette
        self.season = season
        self.skin = skin
    }
}

/// One colour of a palette.
public struct Swatch: Codable, Sendable, Equatable {
    /// Red, 0 to 255, in sRGB.
    public let red: UInt8
    /// Green, 0 to 255, in sRGB.
    public let green: UInt8
    /// Blue, 0 to 255, in sRGB.
    public let blue: UInt8
    /// The share of the face and the clothes whose nearest colour this is, 0 to 1.
    public let share: Double

    package init(red: UInt8, green: UInt8, blue: UInt8, share: Double) {
        self.red = red
        self.green = green
        self.blue = blue
        self.share = share
    }
}

extension Swatch {
    /// Reads a colour from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        red = try members.number(.red, in: UInt8.min...UInt8.max)
        green = try members.number(.green, in: UInt8.min...UInt8.max)
        blue = try members.number(.blue, in: UInt8.min...UInt8.max)
        share = try members.number(.share, in: 0...1)
    }
}
