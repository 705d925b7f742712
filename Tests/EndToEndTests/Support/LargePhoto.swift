import Foundation
import TestSupport
import Testing

/// A photo beyond the limits or near them, and what `--shrink` makes of it.
struct LargePhoto: Sendable, CustomTestStringConvertible {
    enum End: Sendable {
        case untouched
        /// A copy of these sides.
        case copy(Int, Int)
        /// Words of the sentence that refuses it.
        case refused(String)
    }

    let name: String
    let end: End
    /// Where each quadrant of the copy lies in the file; empty for a file in other colours.
    var places = [0, 1, 2, 3]
    /// Nil on a machine that cannot make such a photo.
    let bytes: @Sendable () throws -> Data?

    var testDescription: String { name }

    /// Whether it breaks the limits of a photo by nothing but its size.
    var isLarge: Bool { if case .untouched = end { false } else { !name.hasPrefix("no ") } }

    var isCopied: Bool { if case .copy = end { true } else { false } }

    /// Whether its file has more than 7 MB, which is said first.
    var isOverBytes: Bool { name.contains("bytes") }

    static let all: [LargePhoto] = [
        LargePhoto(name: "JPEG of 24 megapixels", end: .copy(4096, 3072)) {
            try PhotoFixture.jpeg(width: 5712, height: 4284, quality: 60)
        },
        LargePhoto(
            name: "JPEG that lies on its side", end: .copy(3072, 4096), places: [2, 0, 3, 1]
        ) {
            try PhotoFixture.tagging(
                PhotoFixture.jpeg(width: 5712, height: 4284, quality: 60), orientation: 6)
        },
        LargePhoto(name: "JPEG with bytes of metadata", end: .copy(640, 480)) {
            try PhotoFixture.padded(PhotoFixture.jpeg(), to: 8_000_000)
        },
        LargePhoto(name: "noisy JPEG over in bytes and pixels", end: .copy(4096, 3072)) {
            try PhotoFixture.enlarged(
                by: 4, width: 1500, height: 1125, noise: 40, as: ".jpg[Q=100]")
        },
        LargePhoto(name: "JPEG of 98 megapixels", end: .copy(4096, 3072)) {
            try PhotoFixture.enlarged(by: 16, width: 716, height: 537, as: ".jpg[Q=50]")
        },
        LargePhoto(name: "progressive JPEG of 50 megapixels", end: .copy(4096, 3072)) {
            try PhotoFixture.enlarged(
                by: 8, width: 1024, height: 768, as: ".jpg[Q=50,interlace]")
        },
        LargePhoto(name: "JPEG in Display P3", end: .copy(4096, 1024), places: []) {
            try PhotoFixture.displayP3JPEG(width: 5000, height: 1250)
        },
        LargePhoto(name: "PNG of 24 megapixels", end: .copy(4096, 3069)) {
            try PhotoFixture.enlarged(by: 8, width: 714, height: 535, as: ".png[compression=1]")
        },
        LargePhoto(name: "PNG over in bytes", end: .copy(2000, 1500)) {
            try PhotoFixture.enlarged(
                by: 1, width: 2000, height: 1500, noise: 60, as: ".png[compression=0]")
        },
        LargePhoto(name: "PNG of 98 megapixels", end: .copy(4096, 3072)) {
            try PhotoFixture.enlarged(by: 16, width: 716, height: 537, as: ".png[compression=1]")
        },
        LargePhoto(name: "WebP of 24 megapixels", end: .copy(4096, 3069)) {
            try PhotoFixture.enlarged(by: 8, width: 714, height: 535, as: ".webp[Q=50,effort=0]")
        },
        LargePhoto(name: "HEIC of 6 megapixels", end: .copy(4096, 1330)) {
            PhotoFixture.canMakeHEIC
                ? try PhotoFixture.enlarged(
                    by: 8, width: 542, height: 176, as: ".heic[Q=50,effort=0]") : nil
        },
        LargePhoto(name: "small JPEG", end: .untouched) { try PhotoFixture.jpeg() },
        LargePhoto(name: "PNG at the limit", end: .untouched) {
            try PhotoFixture.png(width: 4096, height: 256)
        },
        LargePhoto(name: "PNG bomb of 900 megapixels", end: .refused("at most 100 million")) {
            try PhotoFixture.enormousPNG()
        },
        LargePhoto(name: "JPEG that claims 4 gigapixels", end: .refused("at most 100 million")) {
            try PhotoFixture.claiming(width: 65_500, height: 65_500, PhotoFixture.jpeg())
        },
        LargePhoto(name: "JPEG too narrow", end: .refused("Crop it")) {
            try PhotoFixture.jpeg(width: 9000, height: 300)
        },
        LargePhoto(
            name: "no JPEG of more bytes than can be read", end: .refused("at most 100 MB")
        ) {
            try PhotoFixture.padded(PhotoFixture.jpeg(), to: 100_000_001)
        },
        LargePhoto(name: "no whole JPEG of 24 megapixels", end: .refused("damaged")) {
            PhotoFixture.truncated(
                try PhotoFixture.jpeg(width: 5712, height: 4284, quality: 60), to: 0.5)
        },
    ]
}
