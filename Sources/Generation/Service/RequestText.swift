internal import Foundation

/// Pieces of a request that every service's requests have.
enum RequestText {
    /// Percent-encoded, so that nothing in it can end a path, a query or a header.
    static func escaped(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}

extension Data {
    /// Appends the base64 of a picture, in pieces, which need no second copy of it.
    mutating func append(base64Of bytes: Data) {
        reserveCapacity(count + (bytes.count + 2) / 3 * 4 + Self.roomForTheRest)
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: Self.pieceByteCount) {
            append(bytes[start...].prefix(Self.pieceByteCount).base64EncodedData())
        }
    }

    /// A multiple of three bytes, so that nothing is padded but the last piece.
    private static let pieceByteCount = 48_000
    /// For what follows a picture: no schema or prompt is longer.
    private static let roomForTheRest = 32_768
}
