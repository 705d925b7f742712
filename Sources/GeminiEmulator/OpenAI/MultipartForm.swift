import Foundation

struct MultipartForm: Sendable {
    struct Field: Sendable {
        let name: String
        /// Nil for a field that is not a file.
        let type: String?
        let bytes: Data
    }

    let fields: [Field]

    /// Reads a body by the content type of its request; nil if it is not a complete form.
    init?(_ body: Data, type: String) {
        guard type.lowercased().hasPrefix("multipart/form-data"),
            let match = type.firstMatch(of: /boundary="?([^";]+)"?/)
        else { return nil }
        let mark = Data("--\(match.1)".utf8)
        var fields: [Field] = []
        guard var place = body.range(of: mark) else { return nil }
        while let next = body.range(
            of: Data("\r\n".utf8) + mark, in: place.upperBound..<body.endIndex)
        {
            guard let field = Field(body[place.upperBound..<next.lowerBound]) else { return nil }
            fields.append(field)
            place = next
        }
        guard body[place.upperBound...].starts(with: "--".utf8) else { return nil }
        self.fields = fields
    }

    /// The text of the only field with a name; nil without one.
    func text(_ name: String) -> String? {
        fields.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}

extension MultipartForm.Field {
    /// Reads what is between two boundaries.
    fileprivate init?(_ part: Data) {
        guard let gap = part.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: part[..<gap.lowerBound], as: UTF8.self)
        guard let name = head.firstMatch(of: /[ ;]name="([^"]*)"/) else { return nil }
        self.name = String(name.1)
        type = head.firstMatch(of: /(?i)content-type: *([^\r\n]+)/).map { String($0.1) }
        bytes = Data(part[gap.upperBound...])
    }
}
