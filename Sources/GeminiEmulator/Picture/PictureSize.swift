/// The size of a picture of about one megapixel, as models make them.
struct PictureSize: Sendable, Equatable {
    let width: Int
    let height: Int

    /// The size for an aspect ratio such as `4:5`; nil for a ratio that models do not have.
    init?(aspectRatio: String) {
        guard let size = Self.sizes[aspectRatio] else { return nil }
        (width, height) = size
    }

    /// The size that a text such as `1024x1536` names; nil if it names none.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /([0-9]{2,4})x([0-9]{2,4})/),
            let width = Int(match.1), let height = Int(match.2)
        else { return nil }
        self.width = width
        self.height = height
    }

    private static let sizes = [
        "1:1": (1024, 1024), "2:3": (832, 1248), "3:2": (1248, 832), "3:4": (864, 1184),
        "4:3": (1184, 864), "4:5": (896, 1152), "5:4": (1152, 896), "9:16": (768, 1344),
        "16:9": (1344, 768), "21:9": (1536, 672),
    ]
}
