import FoundationEssentials
import Validation

/// A colour profile written for a coding, so that one library converts all colours.
///
/// Layout: ICC.1:2001-04, a display profile of three primaries, or of grey, and one curve.
enum CodingProfile {
    /// The profile's bytes; nil for a coding without colours.
    ///
    /// - Parameters:
    ///   - bits: The bits of one channel.
    ///   - white: The largest value that a pixel has, as a share of the largest that its type has.
    static func bytes(
        of coding: ColourCoding, isGrey: Bool, bits: Int, white: Double
    ) -> Data? {
        guard let primaries = coding.connected else { return nil }
        let curve = curve(of: coding, bits: bits, white: white)
        var tags = [(name: "wtpt", content: xyz(connection))]
        if isGrey {
            tags.append(("kTRC", curve))
        } else {
            for (channel, light) in zip(["r", "g", "b"], primaries) {
                tags += [("\(channel)XYZ", xyz(light)), ("\(channel)TRC", curve)]
            }
        }
        var table = number(tags.count)
        var contents = Data()
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            table += Data(tag.name.utf8) + number(start + contents.count)
            table += number(tag.content.count)
            contents += tag.content
        }
        return header(byteCount: start + contents.count, isGrey: isGrey) + table + contents
    }

    private static func header(byteCount: Int, isGrey: Bool) -> Data {
        var header = number(byteCount) + number(0) + number(0x0220_0000)
        header += Data("mntr\(isGrey ? "GRAY" : "RGB ")XYZ ".utf8) + Data(count: 12)
        header += Data("acsp".utf8) + Data(count: 28)
        header += [connection.x, connection.y, connection.z].map(fixed).reduce(Data(), +)
        return header + Data(count: 128 - header.count)
    }

    /// A table, since most of the curves have no other form.
    private static func curve(of coding: ColourCoding, bits: Int, white: Double) -> Data {
        var curve = Data("curv".utf8) + number(0) + number(entries)
        for entry in 0..<entries {
            let value = min(Double(entry) / Double(entries - 1) / white, 1)
            let light = min(max(coding.light(of: value, bits: bits), 0), 1)
            let level = UInt16((light * 65_535).rounded())
            curve += [UInt8(level >> 8), UInt8(level & 0xFF)]
        }
        return curve
    }

    private static func xyz(_ light: SIMD3<Double>) -> Data {
        Data("XYZ ".utf8) + number(0) + fixed(light.x) + fixed(light.y) + fixed(light.z)
    }

    /// Sixteen bits before and after the point.
    private static func fixed(_ value: Double) -> Data { number(Int((value * 65_536).rounded())) }

    private static func number(_ value: Int) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }

    /// D50, the white to which all profiles are related.
    private static let connection: SIMD3<Double> = [0.9642, 1, 0.8249]
    /// As many as lcms keeps exactly: between two of them, no curve bends visibly.
    private static let entries = 4096
}
