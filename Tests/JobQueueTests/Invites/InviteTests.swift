import Foundation
import Ground
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct InviteTests {
    @Test func `a list that is added again changes names, and no link`() async throws {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            let acme = try #require(TestQueue.acme)
            let first = try await queue.invite("anna", styles: ["left-casual"], payUpTo: 7)
            let list = ["anna", "bert"].map {
                NewInvitee(person: TestQueue.member($0), name: "New", department: "Law", email: "")
            }
            let secrets = try ["a", "b"].map(LinkSecret.of)
            let again = try await queue.store.invite(
                list, to: acme, InviteTerms(ends: queue.now + 60), secrets: secrets, now: queue.now)
            #expect(again == [.known, .link(secrets[1])])
            let anna = try #require(await queue.store.invitee(TestQueue.member("anna")))
            #expect(anna.name == "New" && anna.department == "Law" && anna.email == "")
            #expect(
                anna.terms
                    == InviteTerms(styles: ["left-casual"], ends: queue.now + 3600, payUpTo: 7))
            #expect(try await queue.enter(first).person == anna.person)

            // Once the link leads nowhere, there is a new one with new terms.
            _ = try await queue.store.revokeLinks(of: [anna.person], now: queue.now)
            let third = try await queue.store.invite(
                list, to: acme, InviteTerms(ends: queue.now + 60, payUpTo: 9), secrets: secrets,
                now: queue.now)
            #expect(third == [.link(secrets[0]), .known])
            #expect(
                try await queue.store.invitee(anna.person)?.terms
                    == InviteTerms(ends: queue.now + 60, payUpTo: 9))
        }
    }

    @Test func `a space that does not exist invites no one, nor does one for another's persons`()
        async throws
    {
        try await TestQueue.with { queue in
            let new = NewInvitee(person: TestQueue.member("anna"), name: "Anna")
            let secrets = [try LinkSecret.of("a")]
            let terms = InviteTerms(ends: queue.now + 60)
            let acme = try #require(TestQueue.acme)
            #expect(
                try await queue.store.invite(
                    [new], to: acme, terms, secrets: secrets, now: queue.now) == nil)
            #expect(
                try await !queue.store.makePublicLink(secrets[0], of: acme, terms, now: queue.now))
            try await queue.addAcme()
            let other = try #require(Space("other"))
            #expect(
                try await queue.store.add(other, SpaceSettings(provider: "gemini"), now: queue.now))
            await #expect(throws: JobQueueError.self) {
                try await queue.store.invite(
                    [new], to: other, terms, secrets: secrets, now: queue.now)
            }
            #expect(try await queue.store.invitees(of: other, limit: 9).isEmpty)
        }
    }

    @Test func `the list of a space has its persons in order, by state and page`() async throws {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            let acme = try #require(TestQueue.acme)
            for id in ["carl", "anna", "bert"] { try await queue.invite(id) }
            try await queue.makePublic()
            _ = try await queue.store.note(.open, of: TestQueue.member("bert"), now: queue.now)
            func ids(_ states: Set<InviteState>, after id: String? = nil, limit: Int = 9)
                async throws -> [String]
            {
                try await queue.store.invitees(of: acme, in: states, after: id, limit: limit).map(
                    \.person.rawValue)
            }
            let all = Set(InviteState.allCases)
            #expect(try await ids(all) == ["anna", "bert", "carl"])
            #expect(try await ids(all, after: "anna", limit: 1) == ["bert"])
            #expect(try await ids([.created]) == ["anna", "carl"])
            #expect(try await ids([.opened]) == ["bert"])
            #expect(try await ids([]).isEmpty)
        }
    }

    @Test func `a webhook gets invitations and reminders, without names and links`() async throws {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            let acme = try #require(TestQueue.acme)
            let url = try #require(WebhookURL("https://acme.example.com/"))
            _ = try await queue.store.change(acme, webhook: .set(url), now: queue.now)
            let secret = try await queue.invite("anna")
            try await queue.invite("bert")
            // The same list again is no news.
            _ = try await queue.store.invite(
                [NewInvitee(person: TestQueue.member("bert"), name: "B")], to: acme,
                InviteTerms(ends: queue.now + 60), secrets: [secret], now: queue.now)
            let reminded = try await queue.store.remind([TestQueue.member("anna")], now: queue.now)
            #expect(reminded.map(\.person.rawValue) == ["anna"])
            let deliveries = try await queue.store.undelivered(of: acme, limit: 9)
            #expect(Set(deliveries.map(\.id)).count == 3)
            #expect(
                deliveries.map { "\($0.type) \($0.person)" }.sorted()
                    == ["invite.created anna", "invite.created bert", "invite.reminded anna"])
            #expect(deliveries.allSatisfy { $0.job == nil && $0.id.utf8.count <= 64 })
            let text = String(secret.link(at: "").dropFirst(LinkSecret.path.count))
            for delivery in deliveries {
                for word in [text, secret.hash, "Name of", "@example.com"] {
                    #expect(!delivery.body.contains(word))
                }
            }
            let created = try #require(
                deliveries.first { $0.type == "invite.created" && $0.person.rawValue == "anna" })
            let body = try #require(
                try JSONSerialization.jsonObject(with: Data(created.body.utf8)) as? [String: Any])
            #expect(
                body["data"] as? [String: String] == [
                    "person": "anna", "state": "created", "ends": "2026-11-21T10:00:00Z",
                ])
        }
    }

    @Test func `a reminder goes to persons who are not done, whose link is open, and once a day`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            for id in ["anna", "bert", "carl"] {
                try await queue.invite(id, ends: queue.now + 200_000)
            }
            let members = ["anna", "bert", "carl", "nobody"].map(TestQueue.member)
            _ = try await queue.store.revokeLinks(of: [members[1]], now: queue.now)
            _ = try await queue.enter(try LinkSecret.of("carl \(queue.now)"))
            let job = try await queue.order("carl")
            try await queue.run(to: .done)
            #expect(try await queue.store.note(.choose(job), of: members[2], now: queue.now) != nil)
            func remind(_ moment: Date) async throws -> [String] {
                try await queue.store.remind(members, now: moment).map(\.person.rawValue)
            }
            #expect(try await remind(queue.now) == ["anna"])
            #expect(try await remind(queue.now + 86_399).isEmpty)
            #expect(try await remind(queue.now + 86_400) == ["anna"])
        }
    }

    @Test func `a person who leaves stays as a count and a consent, without id and name`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            let acme = try #require(TestQueue.acme)
            let anna = TestQueue.member("anna")
            for round in 0..<2 {
                let moment = queue.now + Double(round * 100)
                _ = try await queue.enter(try await queue.invite("anna", at: moment), at: moment)
                #expect(try await queue.store.agree(anna, to: "2026-11", now: moment))
                _ = try await queue.store.prepareToForget(anna, now: moment + 10)
                _ = try await queue.store.anonymiseCharges(of: anna)
            }
            try await queue.invite("bert")
            let listed = try await queue.store.invitees(of: acme, limit: 9)
            #expect(listed.map(\.state).sorted { $0.rawValue < $1.rawValue } == [.created, .left])
            let left = try #require(listed.first { $0.state == .left })
            #expect(left.name == "" && left.email == "" && left.link == nil)
            #expect(try await queue.store.consents(of: anna).isEmpty)
            #expect(
                try await queue.store.consents(of: left.person)
                    == [0, 100].map { second in
                        Consent(
                            version: "2026-11", given: queue.now + second,
                            withdrawn: queue.now + second + 10)
                    })
            #expect(try await !queue.holds("anna"))
            #expect(try await queue.holds("bert"))
            // What is left of a person takes no step.
            #expect(try await queue.store.note(.handIn, of: left.person, now: queue.now) == nil)
        }
    }

    @Test func `a person who becomes another brings the invitation, unless the other has one`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            for id in ["anna", "bert"] {
                _ = try await queue.enter(try await queue.invite(id))
                #expect(try await queue.store.agree(TestQueue.member(id), to: id, now: queue.now))
            }
            func merge(_ id: String, into other: String) async throws {
                let merged = try await queue.store.merge(
                    TestQueue.member(id), into: TestQueue.member(other), by: .calendar,
                    now: queue.now)
                #expect(merged == .merged)
            }
            try await merge("anna", into: "account")
            #expect(
                try await queue.store.invitee(TestQueue.member("account"))?.name == "Name of anna")
            try await merge("account", into: "bert")
            #expect(try await queue.store.invitee(TestQueue.member("bert"))?.name == "Name of bert")
            for id in ["anna", "account"] { #expect(try await queue.state(id) == nil) }
            let consents = try await queue.store.consents(of: TestQueue.member("bert"))
            #expect(consents.map(\.version).sorted() == ["anna", "bert"])
        }
    }

    @Test func `consent is kept with its version and its times`() async throws {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            let anna = TestQueue.member("anna")
            #expect(try await !queue.store.agree(anna, to: "1", now: queue.now))
            try await queue.invite("anna")
            for second in [0.0, 1] {
                #expect(try await queue.store.agree(anna, to: "1", now: queue.now + second))
            }
            #expect(try await queue.store.withdrawConsent(of: anna, now: queue.now + 2))
            #expect(try await !queue.store.withdrawConsent(of: anna, now: queue.now + 3))
            #expect(try await queue.store.agree(anna, to: "2", now: queue.now + 4))
            #expect(
                try await queue.store.consents(of: anna) == [
                    Consent(version: "1", given: queue.now, withdrawn: queue.now + 2),
                    Consent(version: "2", given: queue.now + 4, withdrawn: nil),
                ])
        }
    }
}
