import Foundation

/// How many tokens services count for a photo.
enum PhotoTokens {
    /// The most that any service counts for a JPEG.
    ///
    /// Gemini counts tiles, and models from version 3 on a fixed number for a photo. OpenAI counts fewer: 65, and 129 for each
    /// tile of 512 pixels of a photo whose shorter side has 512.
    static func most(of jpeg: Data) -> Int {
        guard let size = size(of: jpeg) else { return mostTiles * tileTokens }
        return max(wholeTokens, tiles(of: size) * tileTokens, lowDetail(of: size))
    }

    /// Gemini's tiles are squares of two thirds of the shorter side, of 256 to 768 pixels.
    private static func tiles(of size: Size) -> Int {
        let unit = min(max(size.shorter * 2 / 3, 256), 768)
        return min(
            ((size.width + unit - 1) / unit) * ((size.height + unit - 1) / unit), mostTiles)
    }

    private static func lowDetail(of size: Size) -> Int {
        65 + 129 * ((size.longer + size.shorter - 1) / size.shorter)
    }

    private static let tileTokens = 258
    /// No photo that is sent has sides above 4096 pixels.
    private static let mostTiles = 36
    /// What models from version 3 on count for a photo of usual resolution.
    private static let wholeTokens = 1_120

    private struct Size {
        let width: Int
        let height: Int
        var shorter: Int { min(width, height) }
        var longer: Int { max(width, height) }
    }

    /// The size in the frame header; nil without a frame header.
    private static func size(of jpeg: Data) -> Size? {
        let bytes = [UInt8](jpeg.prefix(searched))
        var index = 2
        while index + 9 < bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            func number(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
            // The frame headers, among which are three other markers.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let size = Size(width: number(index + 7), height: number(index + 5))
                return size.shorter > 0 ? size : nil
            }
            index += 2 + number(index + 2)
        }
        return nil
    }

    /// Photos are sent without metadata, so that the frame header comes early.
    private static let searched = 65_536
}
