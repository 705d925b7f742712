import Answers
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Pages
import Setup

/// The pages on which is decided about all jobs that match: first their number and price are shown, and what has changed since is
/// shown again before anything is done.
extension Desk {
    func addDecisions(to routes: Routes) {
        site.page("/desk/jobs/all", site.operators(.reads), in: routes) { request, _, visit in
            try await offer(SiteForm(queryOf: request), request, visit)
        }
        site.form("/desk/jobs/all", site.operators(.changes), in: routes) {
            form, request, _, visit in
            try await decide(form, request, visit)
        }
    }

    /// What can be done to all jobs that match.
    private enum Action: String, CaseIterable {
        case cancel, retry, chosen, aside, unmark

        var mark: JobMark? { JobMark(rawValue: rawValue) }
    }

    /// The jobs that an action is about, at most so many as one transaction changes, the newest first.
    private struct Subject {
        let jobs: [Job]
        /// Whether there are more.
        let isPart: Bool
        /// What it costs to make them again.
        let cost: RequestCost
    }

    private func offer(
        _ form: SiteForm, _ request: Request, _ visit: Operator, note: String? = nil
    ) async throws -> Response {
        let text = visit.text
        let filter = try await DeskFilter(form, self, for: visit, zone: zone)
        var offers: [View] = []
        for action in Action.allCases {
            guard let subject = try await subject(of: action, filter), !subject.jobs.isEmpty else {
                continue
            }
            let count = "\(subject.jobs.count)"
            offers.append(
                View([
                    "action": action.rawValue, "expected": count,
                    "button": text("desk", "all_\(action.rawValue)", ["n": count]),
                    "more": subject.isPart ? text("desk", "all_part", ["n": count]) : nil,
                    "cost": action == .retry ? subject.cost.words : nil,
                    "price": ShownPrice.field(subject.cost.sum),
                    "isDanger": action == .cancel,
                ]))
        }
        let isUncertain =
            filter.filter.states.isEmpty || filter.filter.states.contains(.uncertain)
        return try show(
            "desk_all", .jobs, titled: text("desk", "all_title"), request, visit,
            View([
                "note": note, "offers": offers, "isEmpty": offers.isEmpty,
                "words": filter.fields.map { ["name": $0.name, "value": $0.value] as View },
                "zip": Self.path("/desk/jobs.zip", filter.fields),
                "charges": isUncertain ? Self.path("/desk/charges", filter.fields) : nil,
                "back": Self.path(Section.jobs.path, filter.fields),
            ]), status: note == nil ? .ok : .conflict)
    }

    private func decide(
        _ form: SiteForm, _ request: Request, _ visit: Operator
    ) async throws -> Response {
        let text = visit.text
        guard let action = form["action"].flatMap({ Action(rawValue: $0) }) else {
            throw Refusal.notFound
        }
        try await session.takeBackOrphans()
        let filter = try await DeskFilter(form, self, for: visit, zone: zone)
        let quotes = try await session.quotes()
        let subject = try await subject(of: action, filter)
        guard let subject, form["expected"] == "\(subject.jobs.count)",
            action != .retry || form["price"] == ShownPrice.field(subject.cost.sum)
        else { return try await offer(form, request, visit, note: text("desk", "changed")) }
        let count: Int
        switch action {
        case .cancel: count = try await handlers.cancel(subject.jobs).count
        case .retry: count = try await retry(subject.jobs, quotes)
        case .chosen, .aside, .unmark:
            try await store.mark(subject.jobs.map(\.id), as: action.mark)
            count = subject.jobs.count
        }
        try await session.finishRemovals()
        return .seeOther(
            Self.path(
                "/desk/done",
                [
                    (name: "action", value: action.rawValue), (name: "n", value: "\(count)"),
                    (name: "of", value: "\(subject.jobs.count)"),
                ] + filter.fields))
    }

    /// Makes jobs again, those of each space by its rules; returns how many.
    private func retry(_ jobs: [Job], _ quotes: [ProviderKind: Quote]) async throws -> Int {
        var count = 0
        for (space, jobs) in Dictionary(grouping: jobs, by: \.person.space) {
            let record = space == .commandLine ? nil : try await record(of: space)
            count += try await handlers.retry(jobs, in: record, quotes: quotes).count
        }
        return count
    }

    /// - Returns: `nil` if the action is about no job of the filter.
    private func subject(of action: Action, _ filter: DeskFilter) async throws -> Subject? {
        var chosen: JobFilter?
        switch action {
        case .cancel: chosen = filter.narrowed(to: [.waiting, .running])
        case .retry:
            chosen = filter.narrowed(
                to: [.failed, .rejected, .cancelled, .succeeded], orElse: [.failed])
            chosen?.isUnrepeated = true
        case .chosen, .aside, .unmark:
            chosen = filter.narrowed(to: [.succeeded])
            if filter.filter.kind == nil { chosen?.kind = .headshot }
        }
        guard let chosen else { return nil }
        let jobs = try await store.jobs(chosen, limit: Handlers.jobsAtOnce + 1)
        let part = Array(jobs.prefix(Handlers.jobsAtOnce))
        return Subject(
            jobs: part, isPart: part.count < jobs.count,
            cost: RequestCost(
                part.map {
                    JobChoice.Count(kind: $0.kind, provider: $0.provider, state: $0.state, jobs: 1)
                }, models: try await session.expectedModels()))
    }
}

/// The page that says what was done.
extension Desk {
    func addDone(to routes: Routes) {
        site.page("/desk/done", site.operators(.reads), in: routes) { request, _, visit in
            let form = SiteForm(queryOf: request)
            let text = visit.text
            let values = ["n": form["n"] ?? "", "of": form["of"] ?? ""]
            guard let name = form["action"], let sentence = text.known("desk_done", name, values),
                values.values.allSatisfy({ $0.allSatisfy(\.isNumber) })
            else { throw Refusal.notFound }
            let kept: Set = ["action", "n", "of"]
            let fields = form.entries.filter { !kept.contains($0.name) }
            return try show(
                "desk_done", .jobs, titled: text("desk", "done"), request, visit,
                ["sentence": sentence, "back": Self.path(Section.jobs.path, fields)])
        }
    }
}
