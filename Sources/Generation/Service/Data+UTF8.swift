internal import Foundation

extension Data {
    /// The same text in UTF-8 if these bytes are text in UTF-16 or UTF-32; otherwise the same bytes.
    ///
    /// The decoder of JSON accepts such text. It is recognised as the decoder does: by its byte order mark, or by the zeros of its
    /// first characters.
    var inUTF8: Data {
        guard let form = WideText(self) else { return self }
        let bytes = [UInt8](dropFirst(form.markLength))
        let starts = stride(from: 0, through: bytes.count - form.width, by: form.width)
        let places = form.isBigEndian ? Array(0..<form.width) : (0..<form.width).reversed()
        let units = starts.map { start in
            places.reduce(UInt32(0)) { unit, place in unit << 8 | UInt32(bytes[start + place]) }
        }
        if form.width == 2 {
            return Data(String(decoding: units.map(UInt16.init), as: UTF16.self).utf8)
        }
        // Some pictures begin like UTF-32 without a mark, with the length of a box and its name.
        let isText = units.prefix(2).allSatisfy { Unicode.Scalar($0) != nil }
        guard isText || form.markLength > 0 else { return self }
        return Data(String(decoding: units, as: UTF32.self).utf8)
    }
}

/// How a text in UTF-16 or UTF-32 is stored.
private struct WideText {
    let width: Int
    let isBigEndian: Bool
    /// The bytes of the mark at the beginning.
    let markLength: Int

    private init(_ width: Int, isBigEndian: Bool, markLength: Int = 0) {
        self.width = width
        self.isBigEndian = isBigEndian
        self.markLength = markLength
    }

    init?(_ text: Data) {
        let start = [UInt8](text.prefix(4))
        if start == [0, 0, 0xFE, 0xFF] {
            self.init(4, isBigEndian: true, markLength: 4)
        } else if start == [0xFF, 0xFE, 0, 0] {
            self.init(4, isBigEndian: false, markLength: 4)
        } else if start.starts(with: [0xFE, 0xFF]) {
            self.init(2, isBigEndian: true, markLength: 2)
        } else if start.starts(with: [0xFF, 0xFE]) {
            self.init(2, isBigEndian: false, markLength: 2)
        } else {
            switch start.map({ $0 == 0 }) {
            case [true, true, true, false]: self.init(4, isBigEndian: true)
            case [false, true, true, true]: self.init(4, isBigEndian: false)
            case [true, false, true, false]: self.init(2, isBigEndian: true)
            case [false, true, false, true]: self.init(2, isBigEndian: false)
            default: return nil
            }
        }
    }
}
