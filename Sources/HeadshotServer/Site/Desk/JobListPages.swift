import Answers
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Pages
import Setup

/// The lists of jobs; a page of one reads no more than it shows, however long the queue is.
extension Desk {
    func addJobLists(to routes: Routes) {
        site.page("/desk/jobs", site.operators(.reads), in: routes) { request, _, visit in
            try await list(request, visit)
        }
        site.page("/desk/jobs.zip", site.operators(.reads), in: routes) { request, _, visit in
            let form = SiteForm(queryOf: request)
            let filter = try await DeskFilter(form, self, for: visit, zone: zone)
            guard var chosen = filter.narrowed(to: [.succeeded]) else { throw Refusal.notFound }
            chosen.kind = .headshot
            return try await handlers.archive(chosen, for: nil, in: visit.space ?? .commandLine) {
                // A session may end while an archive is sent.
                guard visit.hasToken else { return }
                guard let token = request.cookie(.desk).flatMap(AccessToken.init),
                    try await store.desk(with: token, now: now) != nil
                else { throw Refusal.unauthenticated }
            }
        }
    }

    private func list(_ request: Request, _ visit: Operator) async throws -> Response {
        let form = SiteForm(queryOf: request)
        if let id = form["id"] {
            guard let job = JobID(id.trimmingCharacters(in: .whitespaces)) else {
                throw Refusal.notFound
            }
            return .seeOther("/desk/jobs/\(job)")
        }
        let zone = try await zone
        let filter = try await DeskFilter(form, self, for: visit, zone: zone)
        let after = try form["after"].map { text throws(Refusal) in
            guard let id = JobID(text) else { throw Refusal.notFound }
            return id
        }
        let found = try await store.jobsAndCharges(
            filter.filter, olderThan: after, limit: Self.page + 1)
        let shown = found.prefix(Self.page)
        let (isRows, hidesPictures) = (form["view"] == "rows", form["pictures"] == "no")
        let looks: [Field] =
            (isRows ? [(name: "view", value: "rows")] : [])
            + (hidesPictures ? [(name: "pictures", value: "no")] : [])
        /// The same list with one look changed.
        func other(_ name: String, _ value: String, _ isOn: Bool) -> String {
            let rest = looks.filter { $0.name != name }
            let change: [Field] = isOn ? [] : [(name: name, value: value)]
            return Self.path(Section.jobs.path, filter.fields + rest + change)
        }
        let fields = filter.fields + looks
        let next = found.count > Self.page ? shown.last?.job.id : nil
        return try show(
            "desk_jobs", .jobs, request, visit,
            View([
                "jobs": try await rows(
                    Array(shown), visit, hidesPictures: hidesPictures, in: zone),
                "isEmpty": shown.isEmpty, "isRows": isRows, "hidesPictures": hidesPictures,
                "filter": filter.choices(visit.text),
                "spaces": try await spaces(
                    filter.space, for: visit, all: visit.text("desk", "all_spaces")),
                "asRows": other("view", "rows", isRows),
                "withPictures": other("pictures", "no", hidesPictures),
                "all": Self.path("/desk/jobs/all", filter.fields),
                "next": next.map {
                    Self.path(
                        Section.jobs.path, fields + [(name: "after", value: $0.description)])
                },
                "looks": looks.map { ["name": $0.name, "value": $0.value] as View },
            ]))
    }

    /// Jobs as a list shows them.
    private func rows(
        _ found: [(job: Job, charges: [Charge])], _ visit: Operator, hidesPictures: Bool,
        in zone: TimeZone
    ) async throws -> [View] {
        let surroundings = try await JobSurroundings(of: found.map(\.job), in: store)
        let marks = try await store.marks(of: found.map(\.job.id))
        let now = now
        return found.map { job, charges in
            let sentence = job.sentence(in: surroundings, now: now, timeZone: zone)
            let path = "/desk/jobs/\(job.id)"
            let picture =
                job.result != nil && job.kind == .headshot
                ? "\(path)/headshot?side=320" : job.input.map { _ in "\(path)/photo?side=320" }
            return View([
                "id": job.id.description, "path": path, "sentence": sentence,
                "picture": hidesPictures ? nil : picture,
                "hidden": hidesPictures,
                "person": Self.name(of: job.person), "space": job.person.space.named,
                "work": job.workName, "provider": job.provider,
                "state": visit.text("desk_state", job.state.rawValue),
                "stateCode": job.state.rawValue,
                "mark": marks[job.id].map { visit.text("desk_mark", $0.rawValue) },
                "created": TimeWords.minute(job.created, in: zone),
                "money": charges.filter { $0.state != .free }.map(MoneyWords.price)
                    .joined(separator: ", "),
            ])
        }
    }

    private static let page = 50
}
