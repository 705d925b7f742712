internal import Foundation

struct MultipartForm {
    /// What separates the fields; nothing that is sent contains it.
    let boundary: String
    private var body = Data()

    /// Starts a form whose boundary is made from a name and is in none of the parts.
    init(named name: String, avoiding parts: [Part]) {
        let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        var boundary = "headshot-\(plain.prefix(Self.longestName))"
        while parts.contains(where: { $0.holds(boundary) }) { boundary += "-" }
        self.boundary = boundary
    }

    mutating func add(_ name: String, _ text: String) {
        begin("name=\"\(name)\"")
        body.append("\r\n\(text)\r\n")
    }

    mutating func add(_ name: String, jpeg: Data, named fileName: String) {
        body.reserveCapacity(body.count + jpeg.count + Self.roomForTheRest)
        begin("name=\"\(name)\"; filename=\"\(fileName)\"")
        body.append("Content-Type: image/jpeg\r\n\r\n")
        body.append(jpeg)
        body.append("\r\n")
    }

    consuming func end() -> Data {
        body.append("--\(boundary)--\r\n")
        return body
    }

    private mutating func begin(_ disposition: String) {
        body.append("--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n")
    }

    /// The standard allows 70 characters for the whole boundary.
    private static let longestName = 40
    private static let roomForTheRest = 1024
}

extension Part {
    fileprivate func holds(_ text: String) -> Bool {
        switch self {
        case .text(let words): words.contains(text)
        case .jpeg(let bytes): bytes.range(of: Data(text.utf8)) != nil
        }
    }
}
