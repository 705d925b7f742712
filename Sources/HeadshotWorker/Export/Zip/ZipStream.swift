import Foundation

/// Writes a zip archive of stored files from its first byte to its last, without going back.
///
/// libzip cannot: it seeks back to complete the header of each file. A picture is in memory when its header is made, so
/// its size and checksum are known, and a program can unpack the archive while it arrives. The numbers are those of
/// APPNOTE 6.3: section 4.3 has the layouts, section 4.5.3 what Zip64 adds for more than 65,535 files and 4 GiB.
struct ZipStream {
    private var offset: UInt64
    private var directory = Data()
    private var count: UInt64 = 0

    /// - Parameter offset: The number of bytes that precede the archive in its file.
    init(offset: UInt64 = 0) { self.offset = offset }

    /// What precedes a file's bytes, which must come next; a file has less than 4 GiB.
    mutating func header(of name: String, modified: Date, _ bytes: Data) -> Data {
        let name = Data(name.utf8)
        let time = ZipTime(modified)
        var common = Data()
        common.append(Self.usesUTF8, Self.isStored, time.clock, time.day)
        common.append(ZipArchive.checksum(of: bytes))
        common.append(UInt32(bytes.count), UInt32(bytes.count))
        common.append(UInt16(name.count))

        var header = Data()
        header.append(Self.localHeader)
        header.append(Self.versionOfFolders)
        header += common
        header.append(UInt16(time.field.count))
        header += name + time.field

        let isFar = offset >= UInt64(UInt32.max)
        var extra = time.field
        if isFar {
            extra.append(Self.zip64Field, UInt16(8))
            extra.append(offset)
        }
        directory.append(Self.directoryHeader)
        directory.append(Self.madeBy, isFar ? Self.versionOfZip64 : Self.versionOfFolders)
        directory += common
        // No comment, on the first disk, binary; readable by the owner only.
        directory.append(UInt16(extra.count), 0, 0, 0)
        directory.append(UInt32(0o100600) << 16, isFar ? UInt32.max : UInt32(offset))
        directory += name + extra

        count += 1
        offset += UInt64(header.count + bytes.count)
        return header
    }

    mutating func end() -> Data {
        var end = directory
        let size = UInt64(directory.count)
        if count >= UInt64(UInt16.max) || offset >= UInt64(UInt32.max) {
            end.append(Self.zip64End)
            end.append(UInt64(44))
            end.append(Self.madeBy, Self.versionOfZip64)
            end.append(UInt32(0), UInt32(0))
            end.append(count, count, size, offset)
            end.append(Self.zip64Locator, UInt32(0))
            end.append(offset + size)
            end.append(UInt32(1))
        }
        end.append(Self.directoryEnd)
        let files = UInt16(clamping: count)
        end.append(UInt16(0), 0, files, files)
        end.append(UInt32(clamping: size), UInt32(clamping: offset))
        end.append(UInt16(0))
        return end
    }

    private static let localHeader: UInt32 = 0x0403_4B50
    private static let directoryHeader: UInt32 = 0x0201_4B50
    private static let directoryEnd: UInt32 = 0x0605_4B50
    private static let zip64End: UInt32 = 0x0606_4B50
    private static let zip64Locator: UInt32 = 0x0706_4B50
    private static let zip64Field: UInt16 = 1
    /// Unix, and the version of Zip64.
    private static let madeBy: UInt16 = 3 << 8 | versionOfZip64
    private static let versionOfFolders: UInt16 = 20
    private static let versionOfZip64: UInt16 = 45
    private static let usesUTF8: UInt16 = 1 << 11
    private static let isStored: UInt16 = 0
}

/// A time as zip archives have it: in the days of MS-DOS, and beside that in seconds.
private struct ZipTime {
    let day: UInt16
    let clock: UInt16
    /// The extra field for the time in seconds since 1970, which has no time zone to guess.
    let field: Data

    init(_ date: Date) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: date)
        func part(_ value: Int?, _ range: ClosedRange<Int>) -> UInt16 {
            UInt16(min(max(value ?? 0, range.lowerBound), range.upperBound))
        }
        let year = part(parts.year.map { $0 - 1980 }, 0...127)
        day = year << 9 | part(parts.month, 1...12) << 5 | part(parts.day, 1...31)
        clock =
            part(parts.hour, 0...23) << 11 | part(parts.minute, 0...59) << 5
            | part(parts.second.map { $0 / 2 }, 0...29)
        var field = Data()
        field.append(UInt16(0x5455), 5)
        field.append(UInt8(1))
        field.append(Int32(clamping: Int64(date.timeIntervalSince1970)))
        self.field = field
    }
}

extension Data {
    /// Appends numbers, the lowest byte of each first.
    fileprivate mutating func append<Number: FixedWidthInteger>(_ numbers: Number...) {
        for number in numbers {
            for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
                append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
    }
}
