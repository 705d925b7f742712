import Foundation

/// The smallest colour profile that says what Adobe RGB (1998) is; libvips has none built in.
///
/// Layout: ICC.1:2001-04, a display profile of three primaries and one curve.
enum AdobeRGBProfile {
    /// The profile's bytes.
    static var bytes: Data {
        let tags: [(name: String, content: Data)] = [
            ("desc", description), ("cprt", text("none")), ("wtpt", xyz(0.9642, 1, 0.8249)),
            ("rXYZ", xyz(0.60974, 0.31111, 0.01947)), ("gXYZ", xyz(0.20528, 0.62567, 0.06087)),
            ("bXYZ", xyz(0.14919, 0.06322, 0.74457)), ("rTRC", curve), ("gTRC", curve),
            ("bTRC", curve),
        ]
        var table = number(tags.count)
        var contents = Data()
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            table += Data(tag.name.utf8) + number(start + contents.count)
            table += number(tag.content.count)
            contents += tag.content
        }
        return header(byteCount: start + contents.count) + table + contents
    }

    private static func header(byteCount: Int) -> Data {
        var header = number(byteCount) + number(0) + number(0x0220_0000)
        header += Data("mntrRGB XYZ ".utf8) + Data(count: 12) + Data("acsp".utf8) + Data(count: 28)
        // The white that all profiles are related to, D50.
        header += fixed(0.9642) + fixed(1) + fixed(0.8249)
        return header + Data(count: 128 - header.count)
    }

    private static var description: Data {
        let name = Data("Adobe RGB (1998)\0".utf8)
        return Data("desc".utf8) + number(0) + number(name.count) + name + Data(count: 78 + 1)
    }

    /// One exponent of 563/256, as eight bits before and after the point.
    private static var curve: Data {
        Data("curv".utf8) + number(0) + number(1) + [0x02, 0x33, 0, 0]
    }

    private static func text(_ text: String) -> Data {
        Data("text".utf8) + number(0) + Data(text.utf8) + Data(count: 4)
    }

    private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> Data {
        Data("XYZ ".utf8) + number(0) + fixed(x) + fixed(y) + fixed(z)
    }

    /// Sixteen bits before and after the point.
    private static func fixed(_ value: Double) -> Data { number(Int((value * 65536).rounded())) }

    private static func number(_ value: Int) -> Data {
        Data([24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) })
    }
}
