import Crypto
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import NIOCore
import ObjectStore

/// A file as it was saved; one of this machine is sent in pieces.
struct StoredFile: Sendable {
    let file: KeptFile
    /// The SHA-256 of its bytes in hexadecimal digits; nil if it must be computed.
    var digest: String?

    /// The file, or that the client has it already; with `?side=N` a small JPEG of it.
    func response(
        to request: Request, _ context: ServerContext, _ looks: PhotoLooks, in space: Space
    ) async throws -> Response {
        // What a store has comes as a whole, and once.
        let bytes = digest == nil && file.path == nil ? try await read() : nil
        let digest = if let digest { digest } else { try await computedDigest(bytes) }
        let side = try Self.side(in: request)
        let tag = EntityTag("\(digest)\(side.map { "-\($0)" } ?? "")")
        var headers = tag.headers
        if tag.isHeld(by: request) {
            return Response(status: .notModified, headers: headers)
        }
        if let side {
            guard
                let small = try await looks.small(
                    side: side, of: file, in: space)
            else {
                throw Refusal.notFound
            }
            headers[.contentType] = "image/jpeg"
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: small)))
        }
        guard let path = file.path else {
            let all = if let bytes { bytes } else { try await read() }
            headers[.contentType] = Self.type(ofBytes: all.prefix(Self.headLength))
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: all)))
        }
        headers[.contentType] = try await Self.type(of: path)
        let body = try await FileIO().loadFile(path: path, context: context)
        return Response(status: .ok, headers: headers, body: body)
    }

    private func read() async throws -> Data {
        guard let bytes = try await file.read() else { throw Refusal.notFound }
        return bytes
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

    private func computedDigest(_ bytes: Data?) async throws -> String {
        try await BlockingFiles.run { [path = file.path] in
            if let bytes { return SHA256.hash(data: bytes).hexadecimal }
            guard let path, let file = FileHandle(forReadingAtPath: path) else {
                throw Refusal.notFound
            }
            defer { try? file.close() }
            var hash = SHA256()
            while let piece = try file.read(upToCount: 262_144), !piece.isEmpty {
                hash.update(data: piece)
            }
            return hash.finalize().hexadecimal
        }
    }

    private static func type(of path: String) async throws -> String {
        let head = try await BlockingFiles.run {
            guard let file = FileHandle(forReadingAtPath: path) else { throw Refusal.notFound }
            defer { try? file.close() }
            return try file.read(upToCount: headLength) ?? Data()
        }
        return type(ofBytes: head)
    }

    /// By its first bytes: a name says little, and a stored photo's nothing.
    private static func type(ofBytes head: Data) -> String {
        if head.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if head.starts(with: Data("RIFF".utf8)) { return "image/webp" }
        if head.dropFirst(4).starts(with: Data("ftyp".utf8)) { return "image/heic" }
        return head.starts(with: Data("{".utf8)) ? "application/json" : "application/octet-stream"
    }

    private static let headLength = 12
}
