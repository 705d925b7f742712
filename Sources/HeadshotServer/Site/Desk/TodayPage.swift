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

/// The first page of the desk: what keeps work from being done, what runs, and today's money.
extension Desk {
    func addToday(to routes: Routes) {
        site.page("/desk", site.operators(.reads), in: routes) { request, _, visit in
            try await today(request, visit)
        }
        site.form("/desk/gates/clear", site.operators(.changes, .server), in: routes) {
            form, _, _, _ in
            guard let provider = form["provider"] else { throw Refusal.notFound }
            _ = try await store.clearGate(of: provider, now: now)
            return .seeOther("/desk")
        }
    }

    private func today(_ request: Request, _ visit: Operator) async throws -> Response {
        let text = visit.text
        let crew = try? await WorkerRoster(store.presence).crew(now: now)
        var counts = try await counts(for: visit)
        if case .missing? = crew, counts[.running] != nil {
            // No process holds them any more.
            try await session.takeBackOrphans()
            counts = try await self.counts(for: visit)
        }
        var banners = try await gateBanners(visit)
        if let problem = ReadinessProblem(crew ?? .missing), counts[.waiting] != nil {
            banners.append(
                Banner(
                    sentence: text("desk", problem.rawValue), path: Section.machine.path,
                    button: text("desk", "see_machine")))
        }
        if let count = counts[.uncertain] {
            banners.append(
                Banner(
                    sentence: text("desk", "uncertain_banner", ["n": "\(count)"]),
                    path: Section.money.path, button: text("desk", "decide")))
        }
        banners += try await webhookBanners(visit)
        let folder = session.home.root
        let free = await BlockingFiles.run { FreeSpace.bytes(at: folder) }
        if free ?? 0 < Self.littleRoom {
            banners.append(
                Banner(
                    sentence: text("desk", "disk", ["n": "\((free ?? 0) / 1_000_000)"]),
                    path: Section.machine.path, button: text("desk", "see_machine")))
        }
        let states = JobState.allCases.map { state in
            View([
                "name": text("desk_state", state.rawValue), "count": counts[state] ?? 0,
                "path": Self.path(Section.jobs.path, [(name: "state", value: state.rawValue)]),
            ])
        }
        return try show(
            "desk_today", .today, request, visit,
            View([
                "poll": Self.pollSeconds, "banners": banners.map { $0.view(visit) },
                "isWell": banners.isEmpty, "states": states,
                "running": try await running(visit), "money": try await moneyOfToday(visit),
            ]))
    }

    private func counts(for visit: Operator) async throws -> [JobState: Int] {
        let counts =
            if let space = visit.space { try await store.counts(of: space) } else {
                try await store.counts()
            }
        return counts.filter { $0.value > 0 }
    }

    /// Something that needs the operator, with one button.
    struct Banner {
        /// In the reader's language; `nil` if ``english`` says it.
        var sentence: String?
        /// What the command line would print.
        var english: String?
        /// Seconds until it is over; `nil` if it does not end automatically.
        var left: Int?
        /// The page on which it is decided, or with ``provider`` the form.
        var path: String?
        var button: String?
        /// The provider whose gates a form clears.
        var provider: String?

        fileprivate func view(_ visit: Operator) -> View {
            View([
                "sentence": sentence, "english": english, "left": left,
                "clock": left.map(Desk.clock), "path": provider == nil ? path : nil,
                "button": button, "provider": provider, "action": provider.flatMap { _ in path },
            ])
        }
    }

    /// Minutes and seconds, as a script counts them down.
    static func clock(_ seconds: Int) -> String {
        let (minutes, rest) = (seconds / 60, seconds % 60)
        return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
    }

    private func gateBanners(_ visit: Operator) async throws -> [Banner] {
        let now = now
        let zone = try await zone
        return try await store.gates().compactMap { gate in
            guard let words = GateWords(gate, now: now, timeZone: zone) else { return nil }
            guard gate.isHalted else {
                let left = Int(clamping: gate.opens.timeIntervalSince(now), rounding: .up)
                return Banner(
                    sentence: visit.text("desk", "cooling", ["provider": gate.provider]),
                    english: words.sentence, left: left,
                    path: Self.path(Section.jobs.path, [(name: "state", value: "waiting")]),
                    button: visit.text("desk", "see_waiting"))
            }
            let sentences = [words.sentence, words.remedy, words.detail].compactMap(\.self)
            let mayClear = visit.space == nil
            return Banner(
                sentence: visit.text("desk", "halted", ["provider": gate.provider]),
                english: sentences.joined(separator: " "),
                path: mayClear
                    ? "/desk/gates/clear"
                    : Self.path(Section.jobs.path, [(name: "state", value: "waiting")]),
                button: visit.text("desk", mayClear ? "clear_gate" : "see_waiting"),
                provider: mayClear ? gate.provider : nil)
        }
    }

    private func webhookBanners(_ visit: Operator) async throws -> [Banner] {
        try await store.webhooks().filter { visit.sees($0.space) }
            .compactMap { WebhookProblem($0, now: now) }.map { problem in
                Banner(
                    sentence: visit.text("desk", "webhook_banner", ["space": problem.space]),
                    english: problem.sentence,
                    path: "\(Section.machine.path)#webhooks",
                    button: visit.text("desk", "see_deliveries"))
            }
    }

    /// The jobs that run, each with how far it is.
    private func running(_ visit: Operator) async throws -> [View] {
        var filter = visit.jobs
        filter.states = [.running]
        let jobs = try await store.jobs(filter, limit: Self.mostRunning)
        let progress = await WorkerRoster(store.presence).progress(
            of: Set(jobs.compactMap(\.owner)))
        return jobs.map { job in
            let step = progress[job.id]
            let phase = step?.phase ?? job.phase ?? .preparing
            return View([
                "id": job.id.description, "path": "/desk/jobs/\(job.id)",
                "picture": job.input.map { _ in "/desk/jobs/\(job.id)/photo?side=96" },
                "person": Self.name(of: job.person), "work": job.workName,
                "phase": visit.text("desk_phase", phase.rawValue), "sent": step?.sentBytes,
                "total": step?.totalBytes, "isStopping": job.isCancelRequested,
            ])
        }
    }

    /// Today's sums by certainty, beside the budget.
    private func moneyOfToday(_ visit: Operator) async throws -> View {
        var cap = try await session.keptLimits
        if let space = visit.space { cap.spend = try await record(of: space).settings.budget }
        let today = try await store.usageByKind(in: visit.space, cap: cap, now: now)
            .reduce(Money()) { $0 + $1.usage.today }
        let spent = today.known.addingClamped(today.estimated).addingClamped(today.unknown)
        return View([
            "sums": Self.sums(today, visit.text), "spent": spent, "budget": cap.spend,
            "of": cap.spend.map {
                visit.text(
                    "desk", "of_budget",
                    ["sum": MoneyWords.dollars(spent), "budget": MoneyWords.dollars($0)])
            },
        ])
    }

    /// Sums of money by how well they are known.
    static func sums(_ money: Money, _ text: SiteText) -> [View] {
        let sums = [
            ("known", money.known), ("estimated", money.estimated), ("unknown", money.unknown),
        ].map { name, sum -> View in
            ["name": text("desk", name), "sum": MoneyWords.dollars(sum)]
        }
        guard money.unpriced > 0 else { return sums }
        return sums + [["name": text("desk", "unpriced"), "sum": "\(money.unpriced)"]]
    }

    static let pollSeconds = 3
    private static let mostRunning = 50
    /// In bytes: what `headshot doctor` warns of.
    private static let littleRoom = 1_000_000_000
}
