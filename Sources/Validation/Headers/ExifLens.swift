import FoundationEssentials

/// The field of view that EXIF metadata state for a photo.
///
/// Layout: Exif 2.32 (CIPA DC-008), sections 4.6.3 (pointers) and 4.6.5 (tags of the camera).
struct ExifLens {
    /// The focal length with the same diagonal field of view on 35 mm film, in millimetres.
    let focalLength: Int
    /// The sides that the camera stored, in either order.
    let sides: Set<Int>

    /// Reads the tags; nil unless all are there and a digital zoom did not change the field of view.
    ///
    /// Cameras differ in whether the focal length takes a digital zoom into account.
    init?(_ bytes: ByteView) {
        guard let start = TIFFFolder(first: bytes),
            let folder = start.number(of: Tag.exif).flatMap(start.folder),
            let focalLength = folder.number(of: Tag.focalLength), Self.usual.contains(focalLength),
            let width = folder.number(of: Tag.width), let height = folder.number(of: Tag.height),
            !(folder.fraction(of: Tag.zoom).map { $0 > Self.leastZoom } ?? false)
        else { return nil }
        self.focalLength = focalLength
        sides = [width, height]
    }

    /// The focal length, unless the picture was cut, or is not as long and wide as a sensor.
    ///
    /// A program that cuts a picture leaves the stored sides as they were, or adapts them; then the picture rarely
    /// keeps a sensor's proportions. A picture that was made smaller looks like one that was cut.
    func focalLength(ofWidth width: Int, height: Int) -> Int? {
        let (short, long) = (min(width, height), max(width, height))
        let isWhole = Self.sensors.contains { sensor in
            abs(Double(long) / Double(max(1, short)) / sensor - 1) < 0.01
        }
        return sides == [width, height] && isWhole ? focalLength : nil
    }

    /// In millimetres: from the widest lens of a phone to the longest that portraits are taken with.
    private static let usual = 10...400
    /// A zoom factor of 1 means none, as does a numerator of 0.
    private static let leastZoom = 1.01
    /// The longer side divided by the shorter one, of phones and small cameras, and of larger cameras.
    private static let sensors = [4.0 / 3, 3.0 / 2]

    private enum Tag {
        static let exif = 0x8769
        static let width = 0xA002
        static let height = 0xA003
        static let zoom = 0xA404
        static let focalLength = 0xA405
    }
}

/// One folder of tags in a TIFF.
///
/// Layout: TIFF 6.0, section 2.
private struct TIFFFolder {
    private let bytes: ByteView
    private let isLittle: Bool
    private let start: Int
    private let count: Int

    /// The first folder of a TIFF.
    init?(first bytes: ByteView) {
        let isLittle = bytes.has("II", at: 0)
        guard isLittle || bytes.has("MM", at: 0),
            let start = bytes.number(at: 4, width: 4, isLittle: isLittle)
        else { return nil }
        self.init(bytes, isLittle, at: start)
    }

    private init?(_ bytes: ByteView, _ isLittle: Bool, at start: Int) {
        guard let count = bytes.number(at: start, width: 2, isLittle: isLittle) else { return nil }
        (self.bytes, self.isLittle, self.start, self.count) = (bytes, isLittle, start, count)
    }

    /// Another folder of the same TIFF, at an offset that a tag states.
    func folder(at start: Int) -> TIFFFolder? { TIFFFolder(bytes, isLittle, at: start) }

    /// The single 16-bit or 32-bit number of a tag.
    func number(of tag: Int) -> Int? {
        guard let entry = entry(of: tag) else { return nil }
        switch read(at: entry + 2, width: 2) {
        case 3: return read(at: entry + 8, width: 2)
        case 4: return read(at: entry + 8, width: 4)
        default: return nil
        }
    }

    /// The fraction of a tag; nil without a denominator.
    func fraction(of tag: Int) -> Double? {
        guard let entry = entry(of: tag), read(at: entry + 2, width: 2) == 5,
            let place = read(at: entry + 8, width: 4),
            let numerator = read(at: place, width: 4),
            let denominator = read(at: place + 4, width: 4), denominator > 0
        else { return nil }
        return Double(numerator) / Double(denominator)
    }

    /// Where the entry of a tag with a single value begins.
    private func entry(of tag: Int) -> Int? {
        for index in 0..<count {
            let entry = start + 2 + 12 * index
            guard let own = read(at: entry, width: 2) else { return nil }
            if own == tag { return read(at: entry + 4, width: 4) == 1 ? entry : nil }
        }
        return nil
    }

    private func read(at offset: Int, width: Int) -> Int? {
        bytes.number(at: offset, width: width, isLittle: isLittle)
    }
}
