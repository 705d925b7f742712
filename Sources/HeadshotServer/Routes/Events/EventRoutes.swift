import Answers
import Companion
import HTTPTypes
import Hummingbird
import JobQueue
import Setup

/// The routes that report jobs as they go on, as server-sent events: the state first, then each change.
///
/// So a client that connects again needs no history, whatever `Last-Event-ID` says. A slow reader gets the newest state,
/// never a backlog.
extension Handlers {
    func addEvents(to routes: Routes) {
        routes.add(.get, "/v1/jobs/{id}/events", .jobs(.reads)) { request, context, caller in
            let id = try await found(context, caller).job.id
            return try stream(.job(id), to: caller, request) { glances, events in
                try await tell(glances, in: caller.record, to: &events)
            }
        }
        routes.add(.get, "/v1/events", .jobs(.reads)) { request, _, caller in
            let scope = LiveScope(caller.space, person: caller.visible.person)
            let tellsGates = caller.access.allows(.read)
            return try stream(.scope(scope), to: caller, request) { glances, events in
                try await tell(glances, gates: tellsGates, in: caller.record, to: &events)
            }
        }
    }

    private typealias Teller =
        @concurrent @Sendable (AsyncStream<FeedUpdate>, inout EventWriter) async throws -> Void

    private func stream(
        _ topic: Topic, to caller: JobsCaller, _ request: Request, _ tell: @escaping Teller
    ) throws -> Response {
        let slot = try doors.slot(doors.open, for: caller.person, in: caller.space)
        var headers = StreamedResponse.events.headers
        // Watching for the client's disconnect makes the connection unusable for another request.
        headers[.connection] = "close"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { slot.leave() }
                let listening = feed.listen(to: topic, for: caller.caller, wantsProgress: true)
                var events = EventWriter(writer, silence: feed.times.silence)
                try await events.begin()
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await tell(listening.glances, &events)
                } onInboundClosed: {
                    listening.end()
                }
                try await events.end()
            })
    }

    @concurrent
    private func tell(
        _ glances: AsyncStream<FeedUpdate>, in space: SpaceRecord, to events: inout EventWriter
    ) async throws {
        var last: JobResource.Step?
        for await glance in glances {
            switch glance {
            case .job(let job?):
                if job.step != last {
                    last = job.step
                    try await tellTurn(of: job, in: space, to: &events)
                    try await events.write("job", job)
                    if job.ended != nil { return }
                }
            case .job(nil), .scope: return
            case .unreadable: break
            }
            try await events.keepAlive()
        }
        try await events.bye()
    }

    @concurrent
    private func tell(
        _ glances: AsyncStream<FeedUpdate>, gates tellsGates: Bool, in space: SpaceRecord,
        to events: inout EventWriter
    ) async throws {
        var last: ScopeGlance?
        for await glance in glances {
            guard case .scope(let glance) = glance else {
                try await events.keepAlive()
                continue
            }
            let gates = tellsGates ? GateAnswer(glance.gates, now: now) : nil
            if let last {
                for job in glance.news(since: last) {
                    try await tellTurn(of: job, in: space, to: &events)
                    try await events.write("job", job)
                }
                if last.counts != glance.counts {
                    try await events.write("counts", glance.counts)
                }
                if let gates, last.gates != glance.gates { try await events.write("gate", gates) }
            } else {
                try await events.write(
                    "state",
                    ScopeState(jobs: glance.jobs, counts: glance.counts, gates: gates?.gates))
            }
            last = glance
            try await events.keepAlive()
        }
        try await events.bye()
    }

    /// Sends the sentence that a job has brought, before its end, after which a client may stop listening.
    @concurrent
    private func tellTurn(
        of job: JobResource, in space: SpaceRecord, to events: inout EventWriter
    ) async throws {
        guard job.ended != nil, let turn = try await turns.turn(of: job, in: space) else { return }
        try await events.write("turn", turn)
    }
}

extension ScopeGlance {
    /// The jobs that differ from what was sent before.
    fileprivate func news(since last: ScopeGlance) -> [JobResource] {
        let steps = Dictionary(last.jobs.map { ($0.id, $0.step) }) { first, _ in first }
        let lastEnded = last.ended.last?.number ?? 0
        return ended.filter { $0.number > lastEnded }.map(\.job)
            + jobs.reversed().filter { steps[$0.id] != $0.step }
    }
}

/// The first event of a scope.
private struct ScopeState: Encodable {
    let jobs: [JobResource]
    let counts: OpenCounts
    /// Absent for those who may not see the gates.
    let gates: [GateAnswer.GateReport]?
}
