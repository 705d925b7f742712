import Answers
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Pages
import Setup

/// The page on which all charges in doubt that match are decided together: never without their number and their sum.
extension Desk {
    func addCharges(to routes: Routes) {
        site.page("/desk/charges", site.operators(.reads), in: routes) { request, _, visit in
            try await charges(SiteForm(queryOf: request), request, visit)
        }
        site.form("/desk/charges", site.operators(.changes), in: routes) {
            form, request, _, visit in
            try await decideCharges(form, request, visit)
        }
    }

    /// Jobs whose requests may have been charged, at most so many as one transaction decides.
    private struct Doubts {
        let jobs: [Job]
        let isPart: Bool
        /// What the charges may come to, in millionths of a US dollar, as far as it is known.
        let sum: Int
        /// How many have no known price.
        let unpriced: Int
        /// What it costs to send them once more.
        let again: RequestCost

        /// What a form carries, to see whether it is still what was shown.
        var shown: String { "\(jobs.count)/\(sum)/\(unpriced)/\(ShownPrice.field(again.sum))" }

        func words(_ text: SiteText) -> String {
            let values = ["n": "\(jobs.count)", "sum": MoneyWords.dollars(sum)]
            let line = text("desk", "doubts_line", values)
            guard unpriced > 0 else { return line }
            return "\(line) \(text("desk", "doubts_unpriced", ["n": "\(unpriced)"]))"
        }
    }

    private func doubts(_ form: SiteForm, _ visit: Operator) async throws -> (
        filter: DeskFilter, doubts: Doubts?
    ) {
        let filter = try await DeskFilter(form, self, for: visit, zone: zone)
        guard let uncertain = filter.narrowed(to: [.uncertain]) else { return (filter, nil) }
        let found = try await store.jobsAndCharges(
            uncertain, limit: Handlers.jobsAtOnce + 1)
        let part = found.prefix(Handlers.jobsAtOnce)
        guard !part.isEmpty else { return (filter, nil) }
        let charges = part.compactMap { $0.charges.last { $0.state != .free } }
        let prices = charges.map { $0.cost ?? $0.estimate }
        let doubts = Doubts(
            jobs: part.map(\.job), isPart: part.count < found.count,
            sum: prices.reduce(0) { $0.addingClamped($1 ?? 0) },
            unpriced: prices.count { $0 == nil },
            again: RequestCost(
                part.map {
                    JobChoice.Count(
                        kind: $0.job.kind, provider: $0.job.provider, state: .uncertain, jobs: 1)
                }, models: try await session.expectedModels()))
        return (filter, doubts)
    }

    private func charges(
        _ form: SiteForm, _ request: Request, _ visit: Operator, note: String? = nil
    ) async throws -> Response {
        let (filter, doubts) = try await doubts(form, visit)
        let text = visit.text
        return try show(
            "desk_charges", .money, titled: text("desk", "decide_all"), request, visit,
            View([
                "note": note, "isEmpty": doubts == nil, "line": doubts?.words(text),
                "part": doubts?.isPart == true
                    ? text("desk", "all_part", ["n": "\(Handlers.jobsAtOnce)"]) : nil,
                "shown": doubts?.shown, "again": doubts?.again.words,
                "count": doubts.map { "\($0.jobs.count)" },
                "sum": doubts.map { MoneyWords.dollars($0.sum) },
                "paidButton": doubts.map { doubts in
                    text(
                        "desk", "all_paid",
                        ["n": "\(doubts.jobs.count)", "sum": MoneyWords.dollars(doubts.sum)])
                },
                "notPaidButton": doubts.map { doubts in
                    text(
                        "desk", "all_not_paid",
                        ["n": "\(doubts.jobs.count)", "sum": MoneyWords.dollars(doubts.sum)])
                },
                "words": filter.fields.map { ["name": $0.name, "value": $0.value] as View },
                "back": Section.money.path,
            ]), status: note == nil ? .ok : .conflict)
    }

    private func decideCharges(
        _ form: SiteForm, _ request: Request, _ visit: Operator
    ) async throws -> Response {
        guard let isPaid = form.isPaid else { throw Refusal.notFound }
        try await session.takeBackOrphans()
        let (filter, doubts) = try await doubts(form, visit)
        guard let doubts, form["shown"] == doubts.shown else {
            return try await charges(form, request, visit, note: visit.text("desk", "changed"))
        }
        var decided = 0
        for job in doubts.jobs {
            do {
                try await handlers.resolve(job, isPaid: isPaid)
                decided += 1
            } catch let refusal as Refusal where Self.leavesOthers(refusal) {
                // It stops no other.
                continue
            }
        }
        return .seeOther(
            Self.path(
                "/desk/done",
                [
                    (name: "action", value: isPaid ? "paid" : "not_paid"),
                    (name: "n", value: "\(decided)"),
                    (name: "of", value: "\(doubts.jobs.count)"),
                ] + filter.fields))
    }

    /// Whether a job was refused for what it is itself.
    private static func leavesOthers(_ refusal: Refusal) -> Bool {
        switch refusal.code {
        case .tooEarly, .knownPaid, .alreadyEnded, .notFound: true
        default: false
        }
    }
}
