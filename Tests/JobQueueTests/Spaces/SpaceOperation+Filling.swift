import Foundation
import Ground
import People
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

extension SpaceOperation {
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
}
