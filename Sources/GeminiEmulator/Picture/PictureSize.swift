/// The size of a picture of about one megapixel, as models make them.
struct PictureSize: Sendable {
    let width: Int
    let height: Int

    /// That of the only aspect ratio that clients of the emulator ask for, 4:5.
    static let portrait = PictureSize(width: 896, height: 1152)

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size that a text such as `1024x1536` names; nil if it names none.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /([0-9]{2,4})x([0-9]{2,4})/),
            let width = Int(match.1), let height = Int(match.2)
        else { return nil }
        self.init(width: width, height: height)
    }
}
