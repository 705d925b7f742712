public import Foundation

extension PhotoFixture {
    /// The first part of `photo`, as an interrupted copy leaves it; `share` is from 0 to 1.
    public static func truncated(_ photo: Data, to share: Double) -> Data {
        photo.prefix(Int(Double(photo.count) * share))
    }

    /// A JPEG with comments after its start, so that it has exactly `byteCount` bytes.
    public static func padded(_ jpeg: Data, to byteCount: Int) -> Data {
        var padding = Data()
        var rest = byteCount - jpeg.count
        precondition(rest >= 4, "a comment takes at least four bytes")
        while rest > 0 {
            // No rest of one to three bytes may remain: no comment is that small.
            let size = rest > 60_004 ? 60_000 : rest
            let length = size - 2
            padding += [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
            padding += Data(count: length - 2)
            rest -= size
        }
        return jpeg.prefix(2) + padding + jpeg.dropFirst(2)
    }

    /// A JPEG with a colour profile that is none.
    public static func withBrokenProfile(_ jpeg: Data) -> Data {
        let profile = Data("ICC_PROFILE\0".utf8) + [1, 1] + Data(repeating: 0x55, count: 300)
        let length = profile.count + 2
        return jpeg.prefix(2) + [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + profile
            + jpeg.dropFirst(2)
    }

    /// A JPEG whose header claims other sides than its pixels have.
    public static func claiming(width: Int, height: Int, _ jpeg: Data) -> Data {
        var bytes = [UInt8](jpeg)
        guard let frame = bytes.indices.dropLast(9).first(where: { isFrame(bytes[$0...]) }) else {
            preconditionFailure("a JPEG without a frame header")
        }
        bytes.replaceSubrange(
            frame + 5..<frame + 9,
            with: [height >> 8, height & 0xFF, width >> 8, width & 0xFF].map { UInt8($0) })
        return Data(bytes)
    }

    /// A file with other bytes `offset` bytes behind the start of the first `name` in it.
    public static func writing(
        _ bytes: [UInt8], at offset: Int = 0, of name: String, in file: Data
    ) throws -> Data {
        guard let start = file.range(of: Data(name.utf8))?.lowerBound else {
            throw PhotoFixtureError.cannotEncode(name)
        }
        var changed = file
        changed.replaceSubrange(start + offset..<start + offset + bytes.count, with: bytes)
        return changed
    }

    /// A progressive JPEG with its last scan repeated until there are `count` scans.
    public static func scans(_ count: Int) throws -> Data {
        let jpeg = [UInt8](try progressiveJPEG())
        let starts = jpeg.indices.dropLast().filter { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }
        guard let last = starts.last else { throw PhotoFixtureError.cannotEncode("scans") }
        let scan = jpeg[last..<jpeg.count - 2]
        let repeated = (starts.count..<count).flatMap { _ in scan }
        return Data(jpeg.dropLast(2) + repeated + jpeg.suffix(2))
    }

    /// Tells the start of a frame: baseline or progressive, of 17 or 11 bytes.
    private static func isFrame(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = Array(bytes.prefix(4))
        return start == [0xFF, 0xC0, 0x00, 0x11] || start == [0xFF, 0xC2, 0x00, 0x11]
    }
}
