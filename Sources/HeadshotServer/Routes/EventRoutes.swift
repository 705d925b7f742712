import Answers
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import NIOCore
import Setup
import Synchronization

/// The route that tells of a job as it goes on, as server-sent events: its state first, then each change.
///
/// So a client that connects again needs no history. A slow reader gets the newest state, never a backlog.
struct EventRoutes: Sendable {
    let jobs: JobRoutes
    let feed: QueueFeed
    private let places = StreamPlaces()

    init(jobs: JobRoutes, feed: QueueFeed) {
        self.jobs = jobs
        self.feed = feed
    }

    func add(to group: RouterGroup<ServerContext>) {
        group.get("jobs/{id}/events") { _, context in
            let id = try await jobs.found(context).job.id
            let space = try context.requireCaller().space
            guard places.enter(space) else { throw Refusal.busy }
            return Response(
                status: .ok, headers: [.contentType: Self.type],
                body: ResponseBody { writer in
                    defer { places.leave(space) }
                    try await tell(id, to: &writer)
                    try await writer.finish(nil)
                })
        }
    }

    @concurrent
    private func tell(_ id: JobID, to writer: inout any ResponseBodyWriter) async throws {
        // Milliseconds until a client connects again.
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        var number = 0
        var last: JobResource.Step?
        var told = ContinuousClock.now
        for await _ in feed.changes(wantsProgress: true) {
            guard let job = try await jobs.resource(id) else { return }
            if job.step != last {
                last = job.step
                number += 1
                told = .now
                let text = "event: job\nid: \(number)\ndata: \(try AnswerJSON.line(job))\n\n"
                try await writer.write(ByteBuffer(string: text))
                if job.ended != nil { return }
            } else if told.duration(to: .now) >= Self.silence {
                told = .now
                try await writer.write(ByteBuffer(string: ": keep-alive\n\n"))
            }
        }
        try await writer.write(ByteBuffer(string: "event: bye\ndata: {}\n\n"))
    }

    static let type = "text/event-stream"
    /// Proxies end connections that are silent for longer.
    private static let silence: Duration = .seconds(15)
}

/// How many streams are open: each keeps a connection.
private final class StreamPlaces: Sendable {
    private let open = Mutex<[Space: Int]>([:])

    private static let most = 64
    private static let mostOfSpace = 16

    /// Takes a place; returns whether there was one.
    func enter(_ space: Space) -> Bool {
        open.withLock { open in
            guard open.values.reduce(0, +) < Self.most, open[space, default: 0] < Self.mostOfSpace
            else { return false }
            open[space, default: 0] += 1
            return true
        }
    }

    func leave(_ space: Space) {
        open.withLock { open in
            open[space, default: 1] -= 1
            if open[space] == 0 { open[space] = nil }
        }
    }
}
