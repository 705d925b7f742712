import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import NIOCore
import ObjectStore

/// A file that is unchanged since it was saved, and is sent in pieces.
extension KeptFile {
    /// The file of a person, or that the client has it already; with `?side=N` a small JPEG of it.
    func response(
        to request: Request, _ looks: PhotoAnalyses, of person: Person
    ) async throws -> Response {
        // A digest that is known need not be computed to say that the client has the file.
        let opened = self.digest == nil ? try await found { try await open() } : nil
        let digest = self.digest ?? opened?.digest ?? ""
        let side = try Self.side(in: request)
        let tag = EntityTag("\(digest)\(side.map { "-\($0)" } ?? "")")
        var headers = tag.headers
        if tag.isHeld(by: request) {
            return Response(status: .notModified, headers: headers)
        }
        if let side {
            let small = try await found { try await looks.small(side: side, self, of: person) }
            headers[.contentType] = "image/jpeg"
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: small)))
        }
        let content: KeptContent
        if let opened {
            content = opened
        } else {
            content = try await found { try await open() }
        }
        headers[.contentType] = Self.type(ofBytes: content.head)
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(contentLength: content.count) { writer in
                var pieces = content.pieces
                while let piece = try await pieces.next() {
                    try await writer.write(ByteBuffer(bytes: piece))
                }
                try await writer.finish(nil)
            })
    }

    /// What is read of the file; one that is not ours, or has other bytes than were put there, is not there.
    private func found<Value>(_ read: () async throws -> Value?) async throws -> Value {
        do {
            if let value = try await read() { return value }
        } catch StorageError.unusable(let place, let detail) {
            let error = StorageError.unusable(place: place, detail: detail)
            if error.isOfStore { throw error }
        }
        throw Refusal.notFound
    }

    /// The side of the small picture that is asked for, in pixels; nil for the file itself.
    private static func side(in request: Request) throws(Refusal) -> Int? {
        guard let text = request.uri.queryParameters["side"] else { return nil }
        guard let side = Int(digits: text, in: sides) else {
            throw .malformed("'side' is \(sides.lowerBound) to \(sides.upperBound).")
        }
        return side
    }

    /// In pixels: from a thumbnail to a large screen.
    private static let sides = 32...2048

    /// By its first bytes: a name says little, and a stored photo's nothing.
    private static func type(ofBytes head: Data) -> String {
        if head.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if head.starts(with: Data("RIFF".utf8)) { return "image/webp" }
        if head.dropFirst(4).starts(with: Data("ftyp".utf8)) { return "image/heic" }
        return head.starts(with: Data("{".utf8)) ? "application/json" : "application/octet-stream"
    }
}
