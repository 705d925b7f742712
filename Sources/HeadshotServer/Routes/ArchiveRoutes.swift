import Ground
import Answers
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import NIOCore
import ObjectStore
import Setup

/// The route that sends the headshots of a filter as one zip file.
struct ArchiveRoutes: Sendable {
    let session: Session

    func add(to routes: Routes) {
        routes.add(.get, "/v1/archive.zip", .jobs(.reads, scope: .read)) { request, _, caller in
            try await archive(request, caller)
        }
    }

    private func archive(_ request: Request, _ caller: JobsCaller) async throws -> Response {
        var query = try JobQuery(request.uri.queryParameters, for: caller)
        query.filter.states = [.succeeded]
        query.filter.kind = .headshot
        let jobs = try await session.store.jobs(query.filter, limit: Self.most + 1)
        guard jobs.count <= Self.most else { throw Refusal.tooMany(Self.most) }
        let items = jobs.reversed().compactMap { job in
            job.result.map {
                ExportItem(
                    job: job.id, file: session.home.file(at: $0),
                    stem: FileName.safe("\(job.person.label)-\(job.workName)"))
            }
        }
        guard !items.isEmpty else { throw Refusal.notFound }
        // A file first: neither its length nor its memory depends on how many there are.
        let folder = session.home.prepared
        let draft = try await BlockingFiles.run { try DurableFile.draftName(in: folder) }
        let zip = "\(draft).zip"
        defer { for path in [draft, zip] { try? FileManager.default.removeItem(atPath: path) } }
        _ = try await ExportTarget.zip(zip).add(items)
        let file = try SentFile(zip)
        return Response(
            status: .ok,
            headers: [
                .contentType: Self.type,
                .contentDisposition: "attachment; filename=\"headshots.zip\"",
            ],
            body: ResponseBody(contentLength: file.count) { writer in
                try await file.send(to: &writer)
                try await writer.finish(nil)
            })
    }

    static let type = "application/zip"
    /// Of one archive.
    private static let most = 10_000
}

/// An open file that is sent piece by piece, and may have lost its name.
private final class SentFile: Sendable {
    let count: Int
    private let handle: FileHandle

    init(_ path: String) throws {
        handle = try FileHandle(forReadingFrom: URL(filePath: path))
        count = Int(clamping: try handle.seekToEnd())
        try handle.seek(toOffset: 0)
    }

    @concurrent
    func send(to writer: inout any ResponseBodyWriter) async throws {
        while let piece = try await BlockingFiles.run({ [handle] in
            try handle.read(upToCount: Self.piece)
        }), !piece.isEmpty {
            try await writer.write(ByteBuffer(bytes: piece))
        }
        try handle.close()
    }

    /// In bytes.
    private static let piece = 262_144
}
