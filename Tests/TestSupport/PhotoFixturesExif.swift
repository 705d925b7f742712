public import Foundation

/// EXIF metadata of a camera, written byte by byte.
public struct CameraExif: Sendable {
    /// The focal length on 35 mm film, in millimetres; nil leaves the tag out.
    public var focalLength: Int?
    /// The sides that the camera stored; nil leaves the tags out.
    public var sides: (width: Int, height: Int)?
    /// The digital zoom, in hundredths; nil leaves the tag out.
    public var zoom: Int?
    /// Whether numbers are little-endian.
    public var isLittle = true
    /// Whether sides are 32-bit numbers.
    public var hasLongSides = true

    /// Metadata of a phone that took a photo of these sides.
    public init(focalLength: Int?, width: Int, height: Int) {
        self.focalLength = focalLength
        sides = (width, height)
    }

    /// The metadata as a TIFF: one folder that points to another, as cameras write them.
    public var tiff: Data {
        var entries: [Data] = []
        let end = 8 + 2 + 12 + 4
        if let sides {
            for (tag, side) in [(0xA002, sides.width), (0xA003, sides.height)] {
                entries.append(hasLongSides ? entry(tag, 4, side) : entry(tag, 3, side))
            }
        }
        let count = entries.count + (zoom == nil ? 0 : 1) + (focalLength == nil ? 0 : 1)
        if zoom != nil { entries.append(entry(0xA404, 5, end + 2 + 12 * count + 4)) }
        if let focalLength { entries.append(entry(0xA405, 3, focalLength)) }
        let start = Data((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        let first = number(1, 2) + entry(0x8769, 4, end) + number(0, 4)
        let own = number(count, 2) + entries.reduce(Data(), +) + number(0, 4)
        return start + first + own + (zoom.map { number($0, 4) + number(100, 4) } ?? Data())
    }

    private func entry(_ tag: Int, _ type: Int, _ value: Int) -> Data {
        let short = number(value, 2) + Data(count: 2)
        return number(tag, 2) + number(type, 2) + number(1, 4)
            + (type == 3 ? short : number(value, 4))
    }

    private func number(_ value: Int, _ width: Int) -> Data {
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return Data(isLittle ? bytes : bytes.reversed())
    }
}

extension PhotoFixture {
    /// A JPEG with a camera's metadata.
    public static func jpeg(_ jpeg: Data, by camera: CameraExif) -> Data {
        adding(segment: 0xE1, Data("Exif\0\0".utf8) + camera.tiff, to: jpeg)
    }
}
