import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Pages
import Setup

/// The money of the day and the month by how well it is known, each charge in doubt with its decision, and the limits.
extension Desk {
    func addMoney(to routes: Routes) {
        site.page("/desk/money", site.operators(.reads), in: routes) { request, _, visit in
            try await money(request, visit)
        }
        site.form("/desk/money/limits", site.operators(.changes, .server), in: routes) {
            form, request, _, visit in
            guard let charges = form["cap"].flatMap({ Int(digits: $0, in: 1...1_000_000) }),
                let zone = form["zone"].flatMap({ TimeZone(identifier: $0) })
            else {
                return try await money(request, visit, problem: visit.text("desk", "limits_wrong"))
            }
            var spend: Int?
            if let sum = form["budget"] {
                spend = Self.microDollars(sum)
                guard spend != nil else {
                    return try await money(
                        request, visit, problem: visit.text("desk", "limits_wrong"))
                }
            }
            let usual = try await session.keptLimits
            _ = try await store.changeLimits(orElse: usual, now: now) { limits in
                limits.charges = charges
                limits.spend = spend
                limits.timeZone = zone
            }
            return .seeOther(Section.money.path)
        }
    }

    private func money(
        _ request: Request, _ visit: Operator, problem: String? = nil
    ) async throws -> Response {
        let form = SiteForm(queryOf: request)
        let text = visit.text
        let space = try await space(named: form["space"], for: visit)
        var cap = try await session.keptLimits
        if let space { cap.spend = try await record(of: space).settings.budget }
        let answer = try await session.people.usage(in: space, of: nil, cap: cap, now: now)
        let month = answer.month.money
        let today = answer.today.money
        let spent = today.known.addingClamped(today.estimated).addingClamped(today.unknown)
        let kinds = answer.kinds.map { line in
            View([
                "kind": text.known("desk_kind", line.kind.rawValue) ?? line.kind.rawValue,
                "provider": line.provider, "used": line.usage.usedToday,
                "today": MoneyAnswer(line.usage.today).words,
                "month": MoneyAnswer(line.usage.month).words,
            ])
        }
        let limits = try await session.keptLimits
        let view = View([
            "problem": problem,
            "spaces": try await spaces(space, for: visit, all: text("desk", "all_spaces")),
            "today": Self.sums(today, text), "month": Self.sums(month, text), "spent": spent,
            "budget": cap.spend,
            "of": cap.spend.map {
                text(
                    "desk", "of_budget",
                    ["sum": MoneyWords.dollars(spent), "budget": MoneyWords.dollars($0)])
            },
            "resets": TimeWords.moment(answer.resets, now: now, in: cap.timeZone),
            "kinds": kinds, "hasKinds": !kinds.isEmpty,
            "mayLimit": visit.space == nil && space == nil, "cap": "\(limits.charges)",
            "limit": limits.spend.map(Self.typed), "zone": limits.timeZone.identifier,
        ])
        return try show(
            "desk_money", .money, request, visit,
            view.merging(try await doubts(form, space, visit)) { $1 },
            status: problem == nil ? .ok : .unprocessableContent)
    }

    /// A sum as it is typed: dollars with as many digits as it has.
    static func typed(_ microUSD: Int) -> String {
        let fraction = String(microUSD % 1_000_000)
        var digits = String(repeating: "0", count: 6 - fraction.count) + fraction
        while digits.count > 2, digits.last == "0" { digits.removeLast() }
        return "\(microUSD / 1_000_000).\(digits)"
    }

    /// A page of charges in doubt, with where to look on the bill.
    private func doubts(
        _ form: SiteForm, _ space: Space?, _ visit: Operator
    ) async throws -> View {
        var filter = visit.jobs
        filter.space = space
        filter.states = [.uncertain]
        let after = form["after"].flatMap { JobID($0) }
        let found = try await store.jobsAndCharges(
            filter, olderThan: after, limit: Self.doubtsAtOnce + 1)
        let zone = try await zone
        var doubts: [View] = []
        for (job, charges) in found.prefix(Self.doubtsAtOnce) {
            doubts.append(try await doubt(job, charges, visit, in: zone))
        }
        let fields: [Field] =
            [(name: "state", value: "uncertain")]
            + (space?.named.map { [(name: "space", value: $0)] } ?? [])
        let next = found.count > Self.doubtsAtOnce ? found[Self.doubtsAtOnce - 1].job.id : nil
        return View([
            "doubts": doubts, "hasDoubts": !doubts.isEmpty,
            "decideAll": Self.path("/desk/charges", fields),
            "next": next.map {
                Self.path(
                    Section.money.path,
                    Array(fields.dropFirst()) + [(name: "after", value: "\($0)")])
            },
        ])
    }

    private func doubt(
        _ job: Job, _ charges: [Charge], _ visit: Operator, in zone: TimeZone
    ) async throws -> View {
        // The charge that is in doubt: the others of the job are known to be free.
        let charge = charges.last { $0.state != .free }
        let kept = await session.home.keptAnswer(to: charges)
        let provider = ProviderKind(rawValue: job.provider) ?? .gemini
        return View([
            "path": "/desk/jobs/\(job.id)", "id": job.id.description,
            "person": Self.name(of: job.person), "space": job.person.space.named,
            "work": job.workName,
            "sentence": job.sentence(now: now, timeZone: zone),
            "price": charge.map(MoneyWords.price), "model": charge?.model,
            "moment": charge.map { TimeWords.full($0.started, in: zone) },
            "utc": charge.map { TimeWords.full($0.started, in: .gmt) },
            "ids": charge.flatMap { Self.shown(ChargeReport($0).ids.joined(separator: ", ")) },
            "look": visit.text(
                "desk", "look_at_bill",
                [
                    "console": ProviderSettings(of: provider).console,
                    "model": charge?.model ?? "",
                    "time": charge.map { TimeWords.full($0.started, in: .gmt) } ?? "",
                ]),
            "hasKept": kept != nil,
        ])
    }

    private static let doubtsAtOnce = 20
}
