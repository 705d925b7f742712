import Foundation
import Ground
import People
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

extension SpaceOperation {
    /// Operations that read what belongs to one person.
    static let ofPersons: [SpaceOperation] = [
        SpaceOperation("desk(with:now:)") { queue, person, _ in
            try await queue.store.desk(
                with: Belongings.token(of: person.space), now: queue.now)
        },
        SpaceOperation("choose(_:)") { queue, person, _ in
            try await queue.store.choose(JobFilter(person: person)).counts
        },
        SpaceOperation("jobs(_:olderThan:limit:needsAll:)") { queue, person, _ in
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
        SpaceOperation("client(ofMoment:of:)") { queue, person, things in
            try await queue.store.client(ofMoment: things.name("moment"), of: person)
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
        SpaceOperation("tasks(of:before:limit:)") { queue, person, _ in
            try await queue.store.tasks(of: person, limit: .max)
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
        SpaceOperation("tips(of:after:limit:)") { queue, person, _ in
            try await queue.store.tips(of: person, limit: .max)
        },
        SpaceOperation("tips(of:_:for:)") { queue, person, _ in
            try await queue.store.tips(of: person, .short, for: TestQueue.today.description)
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
        SpaceOperation("uploads(of:after:limit:)") { queue, person, _ in
            try await queue.store.uploads(of: person, limit: .max)
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
        SpaceOperation("jobs(_:olderThan:limit:needsAll:)") { queue, person, _ in
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
}
