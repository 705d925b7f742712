public import Foundation

/// JPEGs with more or less in them than the coded pixels, put together byte by byte.
extension PhotoFixture {
    /// A JPEG with one more segment after its start.
    public static func adding(segment marker: UInt8, _ content: Data, to jpeg: Data) -> Data {
        let length = content.count + 2
        return jpeg.prefix(2) + [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
            + jpeg.dropFirst(2)
    }

    /// A JPEG with every kind of segment that tells of more than its pixels, and a trailer.
    ///
    /// Each of them contains the word "Secret".
    public static func telling(_ jpeg: Data) -> Data {
        var result = jpeg
        for marker in [0xE1, 0xE2] + Array<UInt8>(0xE3...0xED) + [0xEF, 0xFE] {
            result = adding(
                segment: marker, Data("Secret of segment \(marker)".utf8), to: result)
        }
        return result + Data("Secret trailer".utf8)
    }

    /// Two pictures in one file, as stereo cameras and telephones with a gain map write them.
    public static func multiPicture(_ first: Data, _ second: Data) -> Data {
        let index = Data("MPF\0".utf8) + Data(repeating: 0x2A, count: 80)
        let description = Data(
            "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta hdrgm:Version=\"1.0\"/>".utf8)
        return adding(segment: 0xE1, description, to: adding(segment: 0xE2, index, to: first))
            + second
    }

    /// A photo with the video of its moment behind it.
    public static func motionPhoto(_ jpeg: Data) -> Data {
        let description = Data(
            "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta GCamera:MotionPhoto=\"1\"/>".utf8)
        let video =
            Data([0, 0, 0, 24]) + Data("ftypmp42".utf8) + Data(repeating: 0x11, count: 5000)
        return adding(segment: 0xE1, description, to: jpeg) + video
    }

    /// A JPEG with `count` bytes between its last pixel and its end marker.
    public static func padded(withBytes count: Int, beforeEndOf jpeg: Data) -> Data {
        jpeg.dropLast(2) + Data(repeating: 0x55, count: count) + jpeg.suffix(2)
    }

    /// A JPEG with bytes changed in the midst of its coded pixels, no marker among them.
    public static func corrupted(_ jpeg: Data) -> Data {
        var bytes = [UInt8](jpeg)
        for position in stride(from: bytes.count / 3, to: bytes.count * 2 / 3, by: 997)
        where !bytes[position - 1...position + 1].contains(where: { $0 >= 0xFE }) {
            bytes[position] ^= 0x5A
        }
        return Data(bytes)
    }

    /// A baseline JPEG that says of its scan that it has no detail, which is wrong and does no harm.
    public static func withOddScanHeader(_ jpeg: Data) throws -> Data {
        guard let scan = jpeg.range(of: Data([0xFF, 0xDA, 0x00, 0x0C])) else {
            throw PhotoFixtureError.cannotEncode("a scan of three channels")
        }
        var result = jpeg
        result[scan.lowerBound + 12] = 0
        return result
    }

    /// A JPEG whose header asks for another coding than its pixels have.
    public static func reframed(_ jpeg: Data, marker: UInt8 = 0xC0, bits: UInt8 = 8) throws -> Data
    {
        guard let frame = jpeg.range(of: Data([0xFF, 0xC0, 0x00, 0x11])) else {
            throw PhotoFixtureError.cannotEncode("a baseline frame of three channels")
        }
        var result = jpeg
        result[frame.lowerBound + 1] = marker
        result[frame.lowerBound + 4] = bits
        return result
    }

    /// A JPEG of 256 by 256 grey pixels in an arithmetic coding; libvips cannot make one.
    public static let arithmeticJPEG =
        Data(
            base64Encoded: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQE\
                RXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/yQALCAEAAQABAREA/8wABgAQEAX/2gAIAQEAAD8AznjIwP/Z
                """) ?? Data()
}
