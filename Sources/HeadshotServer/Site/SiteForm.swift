import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird

/// A form as a browser sends it, `application/x-www-form-urlencoded`.
struct SiteForm: Sendable {
    private let fields: [(name: String, value: String)]

    /// Reads a form's body, which is short.
    init(_ request: Request) async throws {
        guard MediaType(of: request).name == "application/x-www-form-urlencoded" else {
            throw Refusal.unsupported("Send it as a form does.")
        }
        try request.checkSameSite()
        fields = Self.fields(
            of: String(decoding: try await RequestBytes.collect(request), as: UTF8.self))
    }

    /// Reads what a form that is read, and not sent, has put behind the question mark of an address.
    init(queryOf request: Request) { self.init(query: request.uri.query ?? "") }

    init(query: String) { fields = Self.fields(of: query) }

    /// All fields with a value, in their order.
    var entries: [(name: String, value: String)] { fields.filter { !$0.value.isEmpty } }

    private static func fields(of body: String) -> [(name: String, value: String)] {
        func decoded(_ text: Substring) -> String {
            text.replacing("+", with: " ").removingPercentEncoding?.replacing("\0", with: "") ?? ""
        }
        return body.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count == 2 ? decoded(parts[1]) : "")
        }
    }

    /// The value of a field; `nil` for one that is missing or empty.
    subscript(_ name: String) -> String? {
        fields.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// All values of a field that may come several times.
    func all(_ name: String) -> [String] {
        fields.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    }

    /// Reads a form with a photo, whose fields come before the photo, into an intake.
    ///
    /// Nothing is kept of a photo whose form no page of this session sent.
    ///
    /// - Throws: `Refusal`, also for a field of more than 16 kB.
    init(
        of body: PhotoBody, from visit: some SiteVisit, into intake: PhotoIntake
    ) async throws {
        var texts: [String: Data] = [:]
        try await body.read { part, piece in
            if part == "photo" {
                guard texts["form"] == Data(visit.formToken.utf8) else { throw Refusal.foreignForm }
                return try await intake.append(piece)
            }
            texts[part, default: Data()].append(piece)
            guard texts[part, default: Data()].count <= Self.mostText else {
                throw Refusal.malformed("A field is too long.")
            }
        }
        fields = texts.map { ($0.key, String(decoding: $0.value, as: UTF8.self)) }
        try check(visit)
    }

    /// In bytes, of a field beside a photo: the state of a page with many photos.
    private static let mostText = 16_384

    /// Throws unless a page of this session sent it.
    func check(_ visit: some SiteVisit) throws(Refusal) {
        guard self["form"] == visit.formToken else { throw .foreignForm }
    }
}

extension Request {
    /// Throws for what a browser sends for a page of another site.
    func checkSameSite() throws(Refusal) {
        guard let field = HTTPField.Name("Sec-Fetch-Site"), let site = headers[field] else {
            return
        }
        guard site == "same-origin" || site == "none" else { throw .foreignForm }
    }
}

extension Refusal {
    /// The form is of another site, or of a session that has ended.
    static let foreignForm = Self(.malformed, "The form is not of this session.")
}
