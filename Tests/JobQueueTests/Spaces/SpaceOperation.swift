import Foundation
import Ground
import People
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

extension TestQueue {
    static let today = LocalDay(of: now, in: .gmt)
}

/// An operation of the store that names a person, a space, or something that belongs to one.
struct SpaceOperation: Sendable {
    /// Its name with its labels.
    let name: String
    /// Runs it for a person, who names rows that may belong to another.
    let run: @Sendable (TestQueue, Person, Belongings) async throws -> (any Sendable)?

    init(
        _ name: String,
        _ run: @escaping @Sendable (TestQueue, Person, Belongings) async throws -> (any Sendable)?
    ) {
        self.name = name
        self.run = run
    }

    /// Its result or its error as sorted lines, since dictionaries have no order; an optional value is described by the
    /// lines that follow its own.
    func text(_ queue: TestQueue, _ person: Person, _ things: Belongings) async throws -> String {
        var text = ""
        do {
            dump(try await run(queue, person, things), to: &text)
        } catch let error as JobQueueError {
            text = "\(error)"
        }
        return text.split(separator: "\n").filter { !$0.contains("Optional(") }
            .sorted().joined(separator: "\n")
    }

    static let all = opening + filling + ofPersons + ofSpaces + changing + closing + forgetting

    private static var month: Month {
        get throws { try #require(Month(String("\(TestQueue.today)".prefix(7)))) }
    }

    private static func allowance(_ most: Int = 50) -> FreeAllowance {
        var limits = SpaceLimits()
        limits[.uploads] = most
        return FreeAllowance(
            limits, provider: "local", cap: .ten, now: TestQueue.now)
    }

    /// Completes all jobs that are due.
    private static func work(_ queue: TestQueue, _ things: Belongings) async throws {
        while let claim = try await queue.claim().claim {
            _ = try await queue.store.record(
                facts: things.longJSON, findings: "[]", for: claim)
            let charge = try await queue.charge(claim)
            let settlement = Settlement(
                job: .succeeded(outcome: things.json, result: nil),
                charge: ChargeEnd(id: charge.id, state: .paid, cost: 39_000))
            try await queue.store.settle(claim, settlement, now: queue.now)
            try await queue.store.mark([claim.job.id], as: .chosen)
        }
    }

    /// Operations that fill a space.
    static let opening: [SpaceOperation] = [
        SpaceOperation("create(_:_:words:webhook:token:now:)") { queue, person, things in
            let token: NewToken = (
                token: Belongings.token(of: person.space), holder: .server,
                scopes: [.submit, .read, .operate]
            )
            var settings = SpaceSettings(provider: "gemini")
            settings.totalBudget = 1_000_000_000
            return try await queue.store.create(
                person.space, settings, words: things.json,
                webhook: WebhookURL("https://\(person.space).example.com/"),
                token: token, now: queue.now)
        },
        SpaceOperation("add(_:to:holder:scopes:now:)") { queue, person, _ in
            try await queue.store.add(
                Belongings.token(of: person.space, 2), to: person.space, holder: .app,
                scopes: [.submit], now: queue.now)
        },
        SpaceOperation("rotate(to:of:holder:othersEnd:now:)") { queue, person, _ in
            try await queue.store.rotate(
                to: Belongings.token(of: person.space, 3), of: person.space, holder: .server,
                othersEnd: queue.now + 60, now: queue.now)
        },
        SpaceOperation("rotateWebhook(of:overlap:)") { queue, person, _ in
            try await queue.store.rotateWebhook(of: person.space, overlap: queue.now + 60)
        },
        SpaceOperation("change(_:words:webhook:now:_:)") { queue, person, _ in
            try await queue.store.change(person.space, now: queue.now) {
                $0.plans.free.hoursBetweenScans = 168
            }
        },
        SpaceOperation("makePublicLink(_:of:_:now:)") { queue, person, things in
            try await queue.store.makePublicLink(
                things.secret("public \(person.space)"), of: person.space,
                InviteTerms(ends: queue.now + 600), now: queue.now)
        },
        // A person who has become another.
        SpaceOperation("merge(_:into:by:now:)") { queue, person, _ in
            let dora = Person.known("dora", in: person.space)
            try await queue.admit(dora)
            return try await queue.store.merge(
                dora, into: .known("dorothea", in: person.space), by: .window, now: queue.now)
        },
        // A person who has left, of whom only a hash stays.
        SpaceOperation("beginToForget(_:now:)") { queue, person, _ in
            let carol = Belongings(person: .known("carol", in: person.space))
            try await queue.admit(carol.person)
            try await queue.store.take(
                carol.event("begin", .runs(carol.purchase, StoreEvent.Term(.never))),
                for: person.space)
            return try await queue.store.beginToForget(carol.person, now: queue.now)
        },
    ]

    /// Operations that give a person a row in each table.
    static let filling: [SpaceOperation] = [
        SpaceOperation("admit(_:most:now:)") { queue, person, _ in
            try await queue.store.admit(person, most: 9, now: queue.now)
        },
        SpaceOperation("invite(_:to:_:secrets:now:)") { queue, person, things in
            try await queue.store.invite(
                [
                    NewInvitee(
                        person: person, name: things.mark, department: things.mark,
                        email: "\(things.mark)@example.com")
                ],
                to: person.space, InviteTerms(styles: [things.mark], ends: queue.now + 600),
                secrets: [things.secret("first")], now: queue.now)
        },
        SpaceOperation("enter(by:newcomer:now:)") { queue, _, things in
            try await queue.store.enter(
                by: things.secret("first"), newcomer: "00000000-0000-4000-8000-000000000000",
                now: queue.now)
        },
        SpaceOperation("note(_:of:now:)") { queue, person, _ in
            try await queue.store.note(.handIn, of: person, now: queue.now)
        },
        SpaceOperation("agree(_:to:now:)") { queue, person, things in
            // What stays after the person has left must not name the person.
            let version = Data(things.mark.utf8).base64EncodedString()
            return try await queue.store.agree(person, to: version, now: queue.now)
        },
        SpaceOperation("remind(_:now:)") { queue, person, _ in
            try await queue.store.remind([person], now: queue.now)
        },
        SpaceOperation("renewLinks(of:ends:secrets:now:)") { queue, person, things in
            try await queue.store.renewLinks(
                of: [person], ends: queue.now + 900, secrets: [things.secret("second")],
                now: queue.now)
        },
        SpaceOperation("set(_:of:said:)") { queue, person, _ in
            try await queue.store.set(Entitlement(.trial), of: person, said: queue.now)
        },
        SpaceOperation("take(_:for:)") { queue, person, things in
            let anonymous = try #require(StoreName(anonymous: "once \(person)"))
            let changes: [StoreEvent.Change] = [
                .runs(things.purchase, StoreEvent.Term(.never)), .givesFreeze(),
                .takes(from: [anonymous]),
            ]
            for (number, change) in changes.enumerated() {
                try await queue.store.take(things.event("\(number)", change), for: person.space)
            }
            // What is kept apart of somebody who has left.
            let gone = Person.known("gone", in: person.space)
            try await queue.store.beginToForget(gone, now: queue.now)
            _ = try await queue.store.anonymiseCharges(of: gone)
            let purchase = Purchase(transaction: "of one who is gone", product: "month")
            try await queue.store.take(
                StoreEvent(
                    id: "gone, after \(person)", moment: queue.now, names: [StoreName(gone)],
                    change: .runs(purchase, StoreEvent.Term(.never))), for: person.space)
            return nil
        },
        SpaceOperation("count(_:of:within:)") { queue, person, _ in
            try await queue.store.count(.frame, of: person, within: allowance())
        },
        SpaceOperation("add(_:bytes:within:)") { queue, _, things in
            for upload in [things.upload, things.upload("spare")] {
                _ = try await queue.store.add(upload, bytes: 10, within: allowance())
            }
            return nil
        },
        SpaceOperation("submit(_:now:)") { queue, _, things in
            try await queue.store.submit([things.order], now: queue.now)
        },
        SpaceOperation("submit(_:now:isSame:kept:within:)") { queue, person, things in
            var job = things.order
            job.key = "group"
            return try await queue.store.submit(
                [JobGroup(jobs: [job], keepsKeys: true)], now: queue.now,
                isSame: { _, _ in true }, kept: [things.photo("upload")])
        },
        SpaceOperation(
            "claim(for:token:providers:freeProvider:lastServed:isAhead:leavingOut:offered:understands:now:)"
        ) { queue, _, things in
            try await work(queue, things)
            return nil
        },
        // A job that is removed without its headshot.
        SpaceOperation("submit(_:now:)") { queue, person, things in
            var job = things.order
            job.key = "removed"
            _ = try await queue.store.submit([job], now: queue.now)
            let result = SavedResult(
                ending: "front.jpg", digest: Belongings.digest, storedBytes: 10)
            let id = try await queue.run(to: .succeeded(outcome: things.json, result: result))
            return try await queue.store.remove([id])
        },
        SpaceOperation("giveUpPhotos(of:endedBefore:limit:)") { queue, person, _ in
            try await queue.store.giveUpPhotos(
                of: person.space, endedBefore: queue.now + 1, limit: 1000)
        },
        SpaceOperation("note(headshotsRemovedUpTo:of:)") { queue, person, things in
            let old = try await queue.store.oldJobs(
                of: person.space, endedBefore: queue.now + 1, limit: 1000)
            return try await queue.store.note(
                headshotsRemovedUpTo: try #require(old.lines.last).place, of: person.space)
        },
        SpaceOperation("submitRepetitions(_:once:alike:within:now:)") { queue, _, things in
            var job = things.order
            job.key = nil
            job.retryOf = try await things.job(queue)?.id
            let again = try await queue.store.submitRepetitions([job], once: true, now: queue.now)
            return try await queue.store.cancel(again.compactMap(\.self), now: queue.now)
        },
        SpaceOperation("settle(_:sentTo:_:now:)") { queue, person, things in
            try await queue.store.settle(
                try #require(await things.delivery(queue)),
                sentTo: try #require(WebhookURL("https://\(person.space).example.com/")),
                .failed(status: 500, reason: "status", again: nil), now: queue.now)
        },
        SpaceOperation("add(_:asking:by:bytes:within:now:)") { queue, _, things in
            try await queue.store.add(
                things.scan, asking: things.question("scan"), by: PlanTable(),
                bytes: [things.photo("scan"): 10], within: allowance(), now: queue.now)
        },
        SpaceOperation("noteSent(_:to:now:)") { queue, person, _ in
            try await queue.store.noteSent(
                SentReminder(kind: .daily, day: TestQueue.today), to: person, now: queue.now)
        },
        SpaceOperation("changeRoutine(of:on:now:_:)") { queue, person, things in
            try await queue.store.changeRoutine(
                of: person, on: TestQueue.today, now: queue.now
            ) { routine -> Bool in
                routine.tick(things.name("task"), at: TestQueue.now)
                routine.streak.count = 1
                routine.streak.lastDone = TestQueue.now
                routine.streak.lastDay = TestQueue.today
                routine.streak.zone = things.mark
                routine.streak.totalDays = 1
                routine.streak.best = 1
                return true
            }
        },
        SpaceOperation("giveFreeze(_:to:now:)") { queue, person, _ in
            try await queue.store.giveFreeze("freeze", to: person, now: queue.now)
        },
        SpaceOperation("changePreferences(of:asking:withdrawingBy:now:_:)") {
            queue, person, things in
            try await queue.store.changePreferences(
                of: person, asking: things.question("wishes"), now: queue.now
            ) {
                $0.timeZone = "Europe/Berlin"
                $0.wantsReminders = true
                $0.quiz = things.json
            }
        },
        SpaceOperation("claimReminder(of:until:now:_:)") { queue, person, _ in
            try await queue.store.claimReminder(
                of: person, until: queue.now + 60, now: queue.now
            ) { _ in
                Reminder(
                    kind: .atRisk, day: TestQueue.today, moment: TestQueue.now, title: "", body: "")
            }
        },
        // The job waits for its photo, so the photo stays lent.
        SpaceOperation("ask(_:of:now:)") { queue, person, things in
            try await queue.store.ask(
                things.question("frame", photo: things.photo("frame")), of: person,
                now: queue.now)
        },
        SpaceOperation("add(_:asking:within:now:reply:)") { queue, _, things in
            try await queue.store.add(
                things.moment, asking: things.question("moment"), now: queue.now
            ) { _ in things.reply }
        },
        SpaceOperation("add(_:after:asking:pause:within:now:)") { queue, _, things in
            try await queue.store.add(
                things.turn(.coach), after: things.turn(.person),
                asking: things.question("turn"), pause: 5, now: queue.now)
        },
        SpaceOperation("tips(of:_:for:ids:after:asking:now:choose:)") { queue, person, things in
            try await queue.store.tips(
                of: person, .short, for: "2026-11-21", ids: [things.name("tip")],
                asking: things.question("tips"), now: queue.now
            ) { _ in [things.tip] }
        },
        SpaceOperation("completeTip(_:of:as:now:)") { queue, person, things in
            try await queue.store.completeTip(
                things.name("tip"), of: person, as: things.tip, now: queue.now)
        },
        SpaceOperation(
            "claim(for:token:providers:freeProvider:lastServed:isAhead:leavingOut:offered:understands:now:)"
        ) { queue, _, things in
            try await work(queue, things)
            return nil
        },
    ]

    /// Operations that read what belongs to one person.
    static let ofPersons: [SpaceOperation] = [
        SpaceOperation("desk(with:now:)") { queue, person, _ in
            try await queue.store.desk(
                with: Belongings.token(of: person.space), now: queue.now)
        },
        SpaceOperation("choose(_:)") { queue, person, _ in
            try await queue.store.choose(JobFilter(person: person)).counts
        },
        SpaceOperation("jobs(_:olderThan:limit:)") { queue, person, _ in
            try await queue.store.jobs(JobFilter(person: person))
        },
        SpaceOperation("jobsAndCharges(_:olderThan:limit:)") { queue, person, _ in
            try await queue.store.jobsAndCharges(JobFilter(person: person), limit: 50)
                .map { "\($0.job) \($0.charges)" }
        },
        SpaceOperation("openJobs(of:)") { queue, person, _ in
            try await queue.store.openJobs(of: [LiveScope(person.space, person: person)]).values
                .map(\.self)
        },
        SpaceOperation("leftHeadshots(of:)") { queue, person, _ in
            try await queue.store.leftHeadshots(of: person)
        },
        SpaceOperation("chargedJobs(of:)") { queue, person, _ in
            try await queue.store.chargedJobs(of: person)
        },
        SpaceOperation("hasRemovedPaidJob(of:kind:)") { queue, person, _ in
            try await queue.store.hasRemovedPaidJob(of: person, kind: .portrait)
        },
        SpaceOperation("requireRoom(for:of:within:)") { queue, person, _ in
            try await queue.store.requireRoom(for: .upload, of: person, within: allowance(1))
        },
        SpaceOperation("freeWork(of:in:cap:now:)") { queue, person, _ in
            try await queue.store.freeWork(
                of: person, in: person.space, cap: .ten, now: queue.now)
        },
        SpaceOperation("moment(_:of:)") { queue, person, things in
            try await queue.store.moment(things.name("moment"), of: person)
        },
        SpaceOperation("moment(of:client:)") { queue, person, _ in
            try await queue.store.moment(of: person, client: "moment")
        },
        SpaceOperation("moments(of:_:after:limit:)") { queue, person, _ in
            try await queue.store.moments(of: person, limit: 50)
        },
        SpaceOperation("momentDays(of:before:limit:most:asked:)") { queue, person, _ in
            try await queue.store.momentDays(of: person, limit: 50, most: 50, asked: "praise/")
        },
        SpaceOperation("merged(_:)") { queue, person, _ in
            let dora = Person.known("dora", in: person.space)
            return try await queue.store.merged(dora).map { "\($0) \(dora.space)" }
        },
        SpaceOperation("invitee(_:)") { queue, person, _ in
            try await queue.store.invitee(person)
        },
        SpaceOperation("invitee(_:by:now:)") { queue, person, things in
            try await queue.store.invitee(
                person, by: things.secret("second").hash, now: queue.now)
        },
        SpaceOperation("consents(of:)") { queue, person, _ in
            try await queue.store.consents(of: person)
        },
        SpaceOperation("standing(of:)") { queue, person, _ in
            try await queue.store.standing(of: person)
        },
        SpaceOperation("entitlement(of:)") { queue, person, _ in
            try await queue.store.entitlement(of: person)
        },
        SpaceOperation("purchases(of:)") { queue, person, _ in
            try await queue.store.purchases(of: person)
        },
        SpaceOperation("reply(to:of:now:)") { queue, person, _ in
            try await queue.store.reply(to: "moment", of: person, now: queue.now)
        },
        SpaceOperation("replies(to:of:now:)") { queue, person, _ in
            try await queue.store.replies(
                to: ["scan", "wishes", "frame", "turn", "tips"], of: person, now: queue.now)
        },
        SpaceOperation("routine(of:on:)") { queue, person, _ in
            try await queue.store.routine(of: person, on: TestQueue.today)
        },
        SpaceOperation("freezes(of:)") { queue, person, _ in
            try await queue.store.freezes(of: person)
        },
        SpaceOperation("sentReminders(of:)") { queue, person, _ in
            try await queue.store.sentReminders(of: person)
        },
        SpaceOperation("routineDays(of:from:to:)") { queue, person, _ in
            try await queue.store.routineDays(
                of: person, from: TestQueue.today, to: TestQueue.today)
        },
        SpaceOperation("changes(of:after:limit:)") { queue, person, _ in
            try await queue.store.changes(of: person, after: 0, limit: 50)
        },
        SpaceOperation("lastChange(of:)") { queue, person, _ in
            try await queue.store.lastChange(of: person)
        },
        SpaceOperation("endedKeys(of:since:)") { queue, person, _ in
            try await queue.store.endedKeys(of: person, since: .distantPast)
        },
        SpaceOperation("turn(_:of:)") { queue, person, things in
            try await queue.store.turn(things.turn(.coach).id, of: person)
        },
        SpaceOperation("turn(of:client:)") { queue, person, _ in
            try await queue.store.turn(of: person, client: "turn")
        },
        SpaceOperation("tasks(of:)") { queue, person, _ in
            try await queue.store.tasks(of: person)
        },
        SpaceOperation("placeForScan(of:_:now:)") { queue, person, _ in
            var plans = PlanTable()
            plans.free.hoursBetweenScans = 168
            plans.trial.hoursBetweenScans = 168
            plans.pro.hoursBetweenScans = 168
            return try await queue.store.placeForScan(of: person, plans, now: queue.now)
        },
        SpaceOperation("scan(of:key:)") { queue, person, _ in
            try await queue.store.scan(of: person, key: "scan")
        },
        SpaceOperation("scan(_:of:)") { queue, person, things in
            try await queue.store.scan(things.name("scan"), of: person)
        },
        SpaceOperation("scans(of:before:limit:)") { queue, person, _ in
            try await queue.store.scans(of: person, limit: 50)
        },
        SpaceOperation("firstScan(of:)") { queue, person, _ in
            try await queue.store.firstScan(of: person)
        },
        SpaceOperation("states(of:isSame:)") { queue, person, _ in
            try await queue.store.states(
                of: [JobGroup(jobs: [.some(person, key: "order")], otherKeys: ["group"])]
            ) { _, _ in true }
        },
        SpaceOperation("job(of:keys:)") { queue, person, _ in
            try await queue.store.job(of: person, keys: ["order"])
        },
        SpaceOperation("wasRemoved(_:named:of:)") { queue, person, _ in
            try await queue.store.wasRemoved(.job, named: "removed", of: person)
        },
        SpaceOperation("tip(_:of:)") { queue, person, things in
            try await queue.store.tip(things.name("tip"), of: person)
        },
        SpaceOperation("tips(of:)") { queue, person, _ in
            try await queue.store.tips(of: person)
        },
        SpaceOperation("tipsDone(by:_:before:limit:)") { queue, person, _ in
            try await queue.store.tipsDone(by: person, .short, before: nil, limit: 50)
        },
        SpaceOperation("titlesDone(by:since:limit:)") { queue, person, _ in
            try await queue.store.titlesDone(by: person, since: .distantPast, limit: 50)
        },
        SpaceOperation("standings(of:now:)") { queue, person, _ in
            let use = TokenUse(Belongings.token(of: person.space), for: person)
            return try await queue.store.standings(of: [use], now: queue.now)[use]?.admission
        },
        SpaceOperation("placeForTurn(of:client:digest:isQuestion:pause:now:)") { queue, person, _ in
            try await queue.store.placeForTurn(
                of: person, client: "turn", digest: Belongings.digest, pause: 5, now: queue.now)
        },
        SpaceOperation("timeToAsk(about:of:pause:patience:now:)") { queue, person, _ in
            try await queue.store.timeToAsk(
                about: "next", of: person, pause: 5, patience: 10, now: queue.now)
        },
        SpaceOperation("turns(of:before:limit:)") { queue, person, _ in
            try await queue.store.turns(of: person, limit: 50)
        },
        SpaceOperation("upload(_:of:)") { queue, person, things in
            try await queue.store.upload(things.upload.id, of: person)
        },
        SpaceOperation("jobs(needing:of:)") { queue, person, things in
            try await queue.store.jobs(needing: things.order.input?.photo ?? "", of: person)
        },
        SpaceOperation("askedToday(_:of:by:at:)") { queue, person, _ in
            try await queue.store.askedToday(
                [.portrait], of: person, by: "gemini",
                at: PersonClock(now: queue.now, zone: .gmt)
            ).asked
        },
        SpaceOperation("uploads(of:)") { queue, person, _ in
            try await queue.store.uploads(of: person)
        },
        SpaceOperation("usage(in:of:counting:cap:now:)") { queue, person, _ in
            try await queue.store.usage(of: person, cap: .ten, now: queue.now)
        },
        SpaceOperation("usageByKind(in:of:cap:now:)") { queue, person, _ in
            try await queue.store.usageByKind(of: person, cap: .ten, now: queue.now)
        },
        SpaceOperation("use(in:space:of:after:limit:)") { queue, person, _ in
            try await queue.store.use(in: try month, of: person, limit: 100)
        },
        SpaceOperation("waiting(of:provider:)") { queue, person, _ in
            try await queue.store.waiting(of: person)
        },
        SpaceOperation("remindedPerson(_:now:)") { queue, person, _ in
            try await queue.store.remindedPerson(person, now: queue.now)
        },
        SpaceOperation("waiting(ofEach:provider:)") { queue, person, _ in
            try await queue.store.waiting(ofEach: [person], provider: "gemini").values.map(\.self)
        },
        SpaceOperation("preferences(of:)") { queue, person, _ in
            try await queue.store.preferences(of: person)
        },
    ]

    /// Operations that read what belongs to one space.
    static let ofSpaces: [SpaceOperation] = [
        SpaceOperation("counts(of:)") { queue, person, _ in
            try await queue.store.counts(of: person.space)
        },
        SpaceOperation("oldJobs(of:endedBefore:after:limit:)") { queue, person, _ in
            try await queue.store.oldJobs(
                of: person.space, endedBefore: queue.now + 1, limit: 1000
            ).lines.map(\.job.id)
        },
        SpaceOperation("leftHeadshots(of:endedBefore:after:limit:)") { queue, person, _ in
            try await queue.store.leftHeadshots(
                of: person.space, endedBefore: queue.now + 1, limit: 1000
            ).map(\.job)
        },
        SpaceOperation("placeOfHeadshots(of:endedBefore:)") { queue, person, _ in
            try await queue.store.placeOfHeadshots(
                of: person.space, endedBefore: queue.now + 1)
        },
        SpaceOperation("choose(_:)") { queue, person, _ in
            try await queue.store.choose(JobFilter(space: person.space)).counts
        },
        SpaceOperation("jobs(_:olderThan:limit:)") { queue, person, _ in
            try await queue.store.jobs(JobFilter(space: person.space))
        },
        SpaceOperation("jobsAndCharges(_:olderThan:limit:)") { queue, person, _ in
            try await queue.store.jobsAndCharges(JobFilter(space: person.space), limit: 50)
                .map { "\($0.job) \($0.charges)" }
        },
        SpaceOperation("waitingCount(of:in:)") { queue, person, _ in
            try await queue.store.waitingCount(of: "gemini", in: person.space)
        },
        SpaceOperation("openJobs(of:)") { queue, person, _ in
            try await queue.store.openJobs(of: [LiveScope(person.space)]).values.map(\.self)
        },
        SpaceOperation("deliveryWork(underWay:most:now:)") { queue, person, things in
            let own = try await things.delivery(queue).map { [$0.id] } ?? []
            return try await queue.store.deliveryWork(
                underWay: [person.space: Set(own)], most: 50, now: queue.now
            ).due.filter { $0.delivery.space == person.space }
                .map { "\($0.delivery) \($0.webhook)" }
        },
        SpaceOperation("undelivered(of:limit:)") { queue, person, _ in
            try await queue.store.undelivered(of: person.space, limit: 50)
        },
        SpaceOperation("freeWork(of:in:cap:now:)") { queue, person, _ in
            try await queue.store.freeWork(of: nil, in: person.space, cap: .ten, now: queue.now)
        },
        SpaceOperation("storedBytes(of:)") { queue, person, _ in
            try await queue.store.storedBytes(of: person.space)
        },
        SpaceOperation("persons(of:after:limit:)") { queue, person, _ in
            try await queue.store.persons(of: person.space, after: nil, limit: 50)
        },
        SpaceOperation("departedPurchases(of:limit:)") { queue, person, _ in
            try await queue.store.departedPurchases(of: person.space, limit: 50)
        },
        SpaceOperation("remindedPersons(of:after:limit:now:)") { queue, person, _ in
            try await queue.store.remindedPersons(
                of: person.space, limit: 50, now: queue.now)
        },
        SpaceOperation("figures(of:met:streak:now:)") { queue, person, _ in
            try await queue.store.figures(
                of: person.space, met: queue.now..<queue.now + 1, streak: 1, now: queue.now)
        },
        SpaceOperation("departments(of:limit:)") { queue, person, _ in
            try await queue.store.departments(of: person.space, limit: 50)
        },
        SpaceOperation("invitees(of:in:department:after:limit:)") { queue, person, _ in
            try await queue.store.invitees(of: person.space, limit: 50)
        },
        SpaceOperation("publicLink(of:)") { queue, person, _ in
            try await queue.store.publicLink(of: person.space)
        },
        SpaceOperation("words(of:)") { queue, person, _ in
            try await queue.store.words(of: person.space)
        },
        SpaceOperation("record(of:)") { queue, person, _ in
            try await queue.store.record(of: person.space)
        },
        SpaceOperation("moneyLeft(of:)") { queue, person, _ in
            try await queue.store.moneyLeft(of: person.space)
        },
        SpaceOperation("tokens(of:now:)") { queue, person, _ in
            try await queue.store.tokens(of: person.space, now: queue.now)
        },
        SpaceOperation("access(with:now:)") { queue, person, _ in
            try await queue.store.access(
                with: Belongings.token(of: person.space), now: queue.now)
        },
        SpaceOperation("usage(in:of:counting:cap:now:)") { queue, person, _ in
            try await queue.store.usage(in: person.space, cap: .ten, now: queue.now)
        },
        SpaceOperation("usageByKind(in:of:cap:now:)") { queue, person, _ in
            try await queue.store.usageByKind(in: person.space, cap: .ten, now: queue.now)
        },
        SpaceOperation("use(in:space:of:after:limit:)") { queue, person, _ in
            try await queue.store.use(in: try month, space: person.space, limit: 100)
        },
        SpaceOperation("usagePage(in:after:limit:counting:cap:now:)") { queue, person, _ in
            try await queue.store.usagePage(
                in: person.space, after: nil, limit: 50, cap: .ten, now: queue.now)
        },
    ]

    /// Operations that change or remove rows that a person names.
    static let changing: [SpaceOperation] = [
        SpaceOperation("withdrawConsent(of:now:)") { queue, person, _ in
            try await queue.store.withdrawConsent(of: person, now: queue.now)
        },
        SpaceOperation("revokeLinks(of:now:)") { queue, person, _ in
            try await queue.store.revokeLinks(of: [person], now: queue.now)
        },
        SpaceOperation("changeMoment(_:asked:replacesWords:of:now:_:reply:)") {
            queue, person, things in
            try await queue.store.changeMoment(
                things.name("moment"), asked: "moment", replacesWords: true, of: person,
                now: queue.now
            ) {
                $0.said.text = "other words"
            } reply: { _ in
                things.reply
            }
        },
        SpaceOperation("completeTip(_:of:as:now:)") { queue, person, things in
            try await queue.store.completeTip(
                things.name("tip"), of: person, as: nil, now: queue.now)
        },
        SpaceOperation("removeUpload(_:of:)") { queue, person, things in
            try await queue.store.removeUpload(things.upload("spare").id, of: person)
        },
        SpaceOperation("removeMoment(_:asked:of:now:)") { queue, person, things in
            try await queue.store.removeMoment(
                things.name("moment"), asked: "moment", of: person, now: queue.now)
        },
        SpaceOperation("removeScan(_:asked:of:givesPlaceBack:now:)") { queue, person, things in
            try await queue.store.removeScan(
                things.name("scan"), asked: "scan", of: person, givesPlaceBack: true,
                now: queue.now)
        },
        SpaceOperation("changePreferences(of:asking:withdrawingBy:now:_:)") {
            queue, person, things in
            var settings = SpaceSettings(provider: "gemini")
            settings.asksBeforeModels = true
            return try await queue.store.changePreferences(
                of: person, withdrawingBy: settings, now: queue.now
            ) { $0.said.allowsModels = false }
        },
    ]

    /// Operations that forget a person.
    static let forgetting: [SpaceOperation] = [
        SpaceOperation("prepareToForget(_:now:)") { queue, person, _ in
            let running = try await queue.store.prepareToForget(person, now: queue.now)
            return try await running + queue.store.remove(queue.jobs(of: person)).jobs
        },
        SpaceOperation("anonymiseCharges(of:)") { queue, person, _ in
            try await queue.store.anonymiseCharges(of: person)
        },
    ]

    /// Operations that change a whole space.
    static let closing: [SpaceOperation] = [
        SpaceOperation("sendAgain(_:of:now:)") { queue, person, things in
            try await queue.store.sendAgain(
                try #require(await things.delivery(queue, .failed)).id, of: person.space,
                now: queue.now)
        },
        SpaceOperation("change(_:words:webhook:now:_:)") { queue, person, _ in
            try await queue.store.change(
                person.space, words: .set(nil), webhook: .set(nil), now: queue.now
            ) { $0.plans.products = ["month": .trial] }
        },
        SpaceOperation("revokePublicLink(of:now:)") { queue, person, _ in
            try await queue.store.revokePublicLink(of: person.space, now: queue.now)
        },
        SpaceOperation("revokeTokens(of:now:)") { queue, person, _ in
            try await queue.store.revokeTokens(of: person.space, now: queue.now)
        },
        SpaceOperation("giveUpScanPhotos(of:before:limit:)") { queue, person, _ in
            try await queue.store.giveUpScanPhotos(
                of: person.space, before: queue.now + 1, limit: 1000)
        },
    ]
}
