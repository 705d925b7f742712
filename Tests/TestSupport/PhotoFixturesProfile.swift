public import Foundation

/// The smallest colour profile of three primaries and one curve; libvips has few built in.
///
/// Layout: ICC.1:2001-04, a display profile.
public struct ProfileFixture: Sendable {
    private let name: String
    /// Red, green and blue as X, Y and Z; nil for grey.
    private let primaries: [[Double]]?
    /// The content of the tag.
    private let curve: Data
    /// Tags that come last.
    private var more: [(name: String, content: Data)] = []

    /// Adobe RGB (1998).
    public static let adobeRGB = ProfileFixture(
        name: "Adobe RGB (1998)",
        primaries: [
            [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
        ], curve: Data("curv".utf8) + number(0) + number(1) + [0x02, 0x33, 0, 0])

    /// Display P3.
    public static let displayP3 = ProfileFixture(
        name: "Display P3",
        primaries: [
            [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
        ], curve: Curve.standardTable.content)

    /// A profile with the primaries of sRGB.
    ///
    /// - Parameters:
    ///   - curve: What each value stands for.
    public static func standard(name: String, _ curve: Curve) -> ProfileFixture {
        ProfileFixture(
            name: name,
            primaries: [
                [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708],
                [0.14307, 0.06061, 0.71410],
            ], curve: curve.content)
    }

    /// A profile of grey pictures.
    public static func grey(name: String, _ curve: Curve) -> ProfileFixture {
        ProfileFixture(name: name, primaries: nil, curve: curve.content)
    }

    /// The same profile with one more tag.
    public func adding(tag: String, _ content: Data) -> ProfileFixture {
        var other = self
        other.more.append((tag, content))
        return other
    }

    /// What a value of a channel stands for.
    public enum Curve: Sendable {
        case linear
        /// A power, in 256ths.
        case power(Int)
        case standardTable, standardParameters

        fileprivate var content: Data {
            switch self {
            case .linear: return Data("curv".utf8) + number(0) + number(0)
            case .power(let power):
                return Data("curv".utf8) + number(0) + number(1)
                    + [UInt8(power >> 8), UInt8(power & 0xFF), 0, 0]
            case .standardTable:
                let entries = (0..<1024).map { index -> Int in
                    let value = Double(index) / 1023
                    let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
                    return Int((light * 65535).rounded())
                }
                return Data("curv".utf8) + number(0) + number(entries.count)
                    + Data(entries.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
            case .standardParameters:
                return Data("para".utf8) + number(0) + [0, 3, 0, 0] + fixed(2.4)
                    + fixed(1 / 1.055) + fixed(0.055 / 1.055) + fixed(1 / 12.92) + fixed(0.04045)
            }
        }
    }

    /// The profile's bytes.
    public var bytes: Data {
        var tags: [(name: String, content: Data)] = [
            ("desc", description), ("cprt", text("none")), ("wtpt", xyz([0.9642, 1, 0.8249])),
        ]
        if let primaries {
            tags += [
                ("rXYZ", xyz(primaries[0])), ("gXYZ", xyz(primaries[1])),
                ("bXYZ", xyz(primaries[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
            ]
        } else {
            tags.append(("kTRC", curve))
        }
        tags += more
        var table = number(tags.count)
        var contents = Data()
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            table += Data(tag.name.utf8) + number(start + contents.count)
            table += number(tag.content.count)
            contents += tag.content
            // Elsewhere than at a multiple of four, a PNG's writer leaves the whole profile out.
            contents += Data(count: (4 - contents.count % 4) % 4)
        }
        return header(byteCount: start + contents.count) + table + contents
    }

    private func header(byteCount: Int) -> Data {
        var header = number(byteCount) + number(0) + number(0x0220_0000)
        let space = primaries == nil ? "GRAY" : "RGB "
        header +=
            Data("mntr\(space)XYZ ".utf8) + Data(count: 12) + Data("acsp".utf8) + Data(count: 28)
        // The white that all profiles are related to, D50.
        header += fixed(0.9642) + fixed(1) + fixed(0.8249)
        return header + Data(count: 128 - header.count)
    }

    private var description: Data {
        let name = Data("\(name)\0".utf8)
        return Data("desc".utf8) + number(0) + number(name.count) + name + Data(count: 78 + 1)
    }

    private func text(_ text: String) -> Data {
        Data("text".utf8) + number(0) + Data(text.utf8) + Data(count: 4)
    }

    private func xyz(_ colour: [Double]) -> Data {
        Data("XYZ ".utf8) + number(0) + colour.map(fixed).reduce(Data(), +)
    }
}

/// Sixteen bits before and after the point.
private func fixed(_ value: Double) -> Data { number(Int((value * 65536).rounded())) }

private func number(_ value: Int) -> Data {
    Data([24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) })
}

extension PhotoFixture {
    /// A photo of one colour with a profile.
    public static func patch(
        of colour: FixtureColour, in profile: ProfileFixture, suffix: String
    ) throws -> Data {
        var image = FixtureImage(Raster.plain(colour, width: 320, height: 256))
        image.set("icc-profile-data", profile.bytes)
        return try image.encoded(as: "\(suffix)]")
    }
}
