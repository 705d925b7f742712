import Answers
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import NIOCore
import Setup

/// The route that sends the headshots of a filter as one zip archive.
///
/// The archive is made while it is sent, so it needs no room, its first byte comes at once, and it ends with its client.
extension Handlers {
    func addArchive(to routes: Routes) {
        routes.add(.get, "/v1/archive.zip", .jobs(.reads, scope: .read), archive)
    }

    private func archive(_ request: Request, _ caller: JobsCaller) async throws -> Response {
        var query = try JobQuery(request.query, for: caller)
        query.filter.states = [.succeeded]
        query.filter.kind = .headshot
        return try await archive(query.filter, for: caller.person, in: caller.space) {
            try await session.recheck(caller.caller)
        }
    }

    /// Sends the headshots of the jobs that pass a filter.
    ///
    /// - Parameters:
    ///   - person: For whom, if it is for one; archives are shared fairly by persons and spaces.
    ///   - recheck: Throws if its reader may not have the rest any more.
    func archive(
        _ filter: JobFilter, for person: Person?, in space: Space,
        recheck: @escaping @Sendable () async throws -> Void
    ) async throws -> Response {
        let first = try await session.store.jobs(filter, limit: Self.page)
        guard !first.isEmpty else { throw Refusal.notFound }
        let slot = try doors.slot(doors.archives, for: person, in: space)
        var headers = StreamedResponse.archive.headers
        headers[.contentDisposition] = "attachment; filename=\"headshots.zip\""
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { slot.leave() }
                var archive = ArchiveStream()
                var jobs = first
                while let last = jobs.last {
                    for job in jobs {
                        guard let item = try await item(job) else { continue }
                        let pieces = try await archive.add(item, modified: job.ended ?? job.created)
                        try await writer.write(contentsOf: pieces.map { ByteBuffer(bytes: $0) })
                    }
                    try await recheck()
                    jobs = try await session.store.jobs(
                        filter, olderThan: last.id, limit: Self.page)
                }
                let end = archive.end(now: now)
                try await writer.write(contentsOf: end.map { ByteBuffer(bytes: $0) })
                try await writer.finish(nil)
            })
    }

    private func item(_ job: Job) async throws -> ExportItem? {
        try await session.result(of: job).map { file in
            ExportItem(
                job: job.id, file: file,
                stem: FileName.safe("\(job.person.label)-\(job.workName)"))
        }
    }

    /// How many jobs are read at once.
    private static let page = 100
}
