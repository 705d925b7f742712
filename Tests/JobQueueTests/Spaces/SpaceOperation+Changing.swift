import Foundation
import Ground
import People
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

extension SpaceOperation {
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
