public import Foundation

/// JPEGs with less in them than decoders ask for.
extension PhotoFixture {
    /// A JPEG without its Huffman tables, as the frames of webcams are.
    public static func withoutTables(_ jpeg: Data) -> Data {
        var bytes = jpeg
        while let table = bytes.range(of: Data([0xFF, 0xC4])),
            let scan = bytes.range(of: Data([0xFF, 0xDA])), table.lowerBound < scan.lowerBound
        {
            let length = Int(bytes[table.upperBound]) << 8 | Int(bytes[table.upperBound + 1])
            bytes.removeSubrange(table.lowerBound..<table.upperBound + length)
        }
        return bytes
    }

    /// A JPEG whose end marker is missing.
    public static func withoutEnd(_ jpeg: Data) -> Data { jpeg.dropLast(2) }

    /// A progressive JPEG without its last scan and without its end marker.
    public static func withoutLastScan(_ jpeg: Data) throws -> Data {
        guard let scan = jpeg.range(of: Data([0xFF, 0xDA]), options: .backwards) else {
            throw PhotoFixtureError.cannotEncode("scans")
        }
        return jpeg[..<scan.lowerBound]
    }

    /// What Samsung's telephones put behind a picture: a block with a video, and a list of blocks.
    ///
    /// The bytes of an end marker occur in the video.
    public static let samsungTrailer: Data = {
        var trailer = Data([0, 0, 0x30, 0x0A, 16, 0, 0, 0])
        trailer += Data("MotionPhoto_Data".utf8)
        trailer += video
        trailer += Data("SEFH".utf8)
        trailer += Data(repeating: 7, count: 32)
        trailer += Data("SEFT".utf8)
        return trailer
    }()

    /// The beginning of a video.
    public static let video: Data = {
        var video = HEICAlbum.box("ftyp", Data("mp42\0\0\0\0mp42isom".utf8))
        video += Data([0, 1, 0, 0])
        video += Data("mdat".utf8)
        for number in 0..<2000 {
            video.append(UInt8(truncatingIfNeeded: number * 37 + number / 256))
        }
        video += Data([0xFF, 0xD9, 0xFF, 0x1B])
        video += Data(repeating: 0x55, count: 500)
        return video
    }()
}
