import Foundation
import Ground
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct LinkTests {
    @Test func `a link has 26 characters that are not guessed, and no printed form`() throws {
        var generator = SystemRandomNumberGenerator()
        let secrets = (0..<1000).map { _ in LinkSecret(using: &generator) }
        #expect(Set(secrets).count == secrets.count)
        var letters: [Character: Int] = [:]
        for secret in secrets {
            let text = secret.link(at: "").dropFirst(LinkSecret.path.count)
            #expect(text.count == 26)
            for letter in text { letters[letter, default: 0] += 1 }
            #expect(LinkSecret(text.uppercased()) == secret)
            var dumped = ""
            dump(secret, to: &dumped)
            #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains(text))
        }
        // Of 26,000 letters, each of 32 comes about 812 times; a tenth more or less would be a rare accident.
        #expect(letters.count == 32)
        #expect(letters.values.allSatisfy { (600...1050).contains($0) })
    }

    @Test(arguments: [
        "", "abc", String(repeating: "a", count: 27), String(repeating: "u", count: 26),
        String(repeating: "é", count: 13),
    ])
    func `a text of another form is not a link`(text: String) {
        #expect(LinkSecret(text) == nil)
    }

    @Test func `a link begins with the address of the site`() throws {
        let secret = try LinkSecret.of("anna")
        let path = secret.link(at: "")
        #expect(
            secret.link(at: "https://photos.example.com") == "https://photos.example.com\(path)")
        #expect(
            secret.link(at: "https://photos.example.com/") == "https://photos.example.com\(path)")
    }

    @Test func `a person enters by the link, and no other text or time lets anyone in`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            let secret = try await queue.invite("anna", styles: ["left-casual"])
            let revoked = try await queue.invite("bert")
            let ended = try await queue.invite("carl", ends: queue.now + 60)
            #expect(
                try await queue.store.revokeLinks(of: [TestQueue.member("bert")], now: queue.now)
                    == 1)

            guard case .entered(let anna, let link) = try await queue.enter(secret) else {
                Issue.record("anna is not let in")
                return
            }
            #expect(anna.person == TestQueue.member("anna") && anna.state == .opened)
            #expect(anna.terms.styles == ["left-casual"] && link == secret.hash)
            for (wrong, moment) in [
                (try LinkSecret.of("guess"), queue.now), (revoked, queue.now),
                (ended, queue.now + 60), (secret, queue.now + 3600),
            ] { #expect(try await queue.enter(wrong, at: moment) == .closed) }
            #expect(try await queue.state("bert") == .created)
            // The person stays in as long as the link does.
            for (moment, isIn) in [(queue.now + 3599, true), (queue.now + 3600, false)] {
                let found = try await queue.store.invitee(anna.person, by: link, now: moment)
                #expect((found != nil) == isIn)
            }
            #expect(
                try await queue.store.invitee(anna.person, by: revoked.hash, now: queue.now) == nil)
        }
    }

    @Test func `a new link revokes the one before, and offers the same`() async throws {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            let old = try await queue.invite("anna", styles: ["left-casual"], payUpTo: 7)
            let other = try await queue.invite("bert")
            _ = try await queue.enter(old)
            let new = try LinkSecret.of("new")
            let given = try await queue.store.renewLinks(
                of: [TestQueue.member("anna"), TestQueue.member("carl")], ends: queue.now + 7200,
                secrets: [new, try LinkSecret.of("carl")], now: queue.now)
            #expect(given == [true, false])
            #expect(try await queue.enter(old) == .closed)
            let anna = TestQueue.member("anna")
            #expect(try await queue.store.invitee(anna, by: old.hash, now: queue.now) == nil)
            guard case .entered(let invitee, _) = try await queue.enter(new) else {
                Issue.record("the new link leads nowhere")
                return
            }
            #expect(
                invitee.terms
                    == InviteTerms(styles: ["left-casual"], ends: queue.now + 7200, payUpTo: 7))
            #expect(try await queue.enter(other).person == TestQueue.member("bert"))
        }
    }

    @Test func `no table has the secret of a link`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.addAcme()
            _ = try await queue.addWebhook(in: try #require(Space("other")))
            let secrets = [try await queue.invite("anna"), try await queue.makePublic()]
            for secret in secrets { _ = try await queue.enter(secret) }
            for file in try FileManager.default.contentsOfDirectory(atPath: queue.folder) {
                let path = "\(queue.folder)/\(file)"
                let bytes = FileManager.default.contents(atPath: path) ?? Data()
                for secret in secrets {
                    let text = secret.link(at: "").dropFirst(LinkSecret.path.count)
                    #expect(bytes.range(of: Data(text.utf8)) == nil, "\(file)")
                }
            }
        }
    }

    @Test func `a person who is removed is not let in, and the others are`() async throws {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            let secret = try await queue.invite("anna")
            let other = try await queue.invite("bert")
            _ = try await queue.enter(secret)
            try await queue.store.beginToForget(TestQueue.member("anna"), now: queue.now)
            #expect(try await queue.enter(secret) == .closed)
            #expect(try await queue.enter(other).person == TestQueue.member("bert"))
            // Neither is a person invited again before all is removed.
            let invited = try await queue.store.invite(
                [NewInvitee(person: TestQueue.member("anna"), name: "Anna")],
                to: try #require(TestQueue.acme), InviteTerms(ends: queue.now + 60),
                secrets: [secret], now: queue.now)
            #expect(invited == [.leaving])
        }
    }

    @Test func `the public link makes persons of the space, as many a day as may be new`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.addAcme(newPersons: 2)
            // Persons whom the operator names do not count.
            for id in ["anna", "bert", "carl"] {
                #expect(try await queue.enter(try await queue.invite(id)).person != nil)
            }
            let secret = try await queue.makePublic(payUpTo: 7)
            let first = try await queue.enter(secret, as: TestQueue.stranger(1))
            guard case .entered(let stranger, let link) = first else {
                Issue.record("\(first)")
                return
            }
            #expect(stranger.isByPublicLink && stranger.state == .opened && stranger.name == "")
            #expect(stranger.terms.payUpTo == 7 && stranger.terms.styles == ["left-casual"])
            // The same person again, as after a second click.
            #expect(try await queue.enter(secret, as: TestQueue.stranger(1)) == first)
            #expect(try await queue.enter(secret, as: TestQueue.stranger(2)).person != nil)
            let tomorrow = DailyCap.ten.nextDay(after: queue.now)
            #expect(
                try await queue.enter(secret, as: TestQueue.stranger(3))
                    == .tooMany(until: tomorrow))
            // An invited person's id lets no one in.
            await #expect(throws: JobQueueError.self) { try await queue.enter(secret, as: "anna") }

            let acme = try #require(TestQueue.acme)
            #expect(try await queue.store.revokePublicLink(of: acme, now: queue.now))
            #expect(try await !queue.store.revokePublicLink(of: acme, now: queue.now))
            #expect(try await queue.enter(secret, as: TestQueue.stranger(1)) == .closed)
            #expect(try await queue.store.invitee(stranger.person, by: link, now: queue.now) == nil)
            // With another one, persons who came before are in again.
            _ = try await queue.makePublic(at: queue.now + 1)
            #expect(
                try await queue.store.invitee(stranger.person, by: link, now: queue.now + 1) != nil)
        }
    }

    @Test func `a restore puts back no link that was revoked or replaced since`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.addAcme()
            let revoked = try await queue.invite("anna")
            let replaced = try await queue.invite("bert")
            let kept = try await queue.invite("carl")
            let left = try await queue.invite("dora")
            for secret in [revoked, replaced, kept, left] { _ = try await queue.enter(secret) }
            #expect(try await queue.store.agree(TestQueue.member("bert"), to: "1", now: queue.now))
            let backup = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: backup)

            let later = queue.now + 10
            _ = try await queue.store.revokeLinks(of: [TestQueue.member("anna")], now: later)
            let new = try LinkSecret.of("new")
            _ = try await queue.store.renewLinks(
                of: [TestQueue.member("bert")], ends: later + 60, secrets: [new], now: later)
            #expect(try await queue.store.withdrawConsent(of: TestQueue.member("bert"), now: later))
            _ = try await queue.store.prepareToForget(TestQueue.member("dora"), now: later)
            _ = try await queue.store.anonymiseCharges(of: TestQueue.member("dora"))
            let learned = try await queue.store.restore(from: backup, keepingReplacedIn: nil)
            #expect(learned.forgotten == [TestQueue.member("dora")])
            for secret in [revoked, replaced, left] {
                #expect(try await queue.enter(secret, at: later) == .closed)
            }
            #expect(try await queue.enter(new, at: later).person == TestQueue.member("bert"))
            #expect(try await queue.enter(kept, at: later).person == TestQueue.member("carl"))
            #expect(
                try await queue.store.consents(of: TestQueue.member("bert"))
                    == [Consent(version: "1", given: queue.now, withdrawn: later)])
            // Forgetting once more what the backup had brings no second row.
            _ = try await queue.store.prepareToForget(TestQueue.member("dora"), now: later)
            _ = try await queue.store.anonymiseCharges(of: TestQueue.member("dora"))
            #expect(try await queue.store.invitee(TestQueue.member("dora")) == nil)
        }
    }

    @Test func `a backup that is restored into a new home keeps its links`() async throws {
        try await TestQueue.inFile { old in
            try await old.addAcme()
            let secret = try await old.invite("anna")
            let backup = "\(old.folder)/backup.sqlite"
            try await old.store.backUp(to: backup)
            try await TestQueue.inFile { new in
                _ = try await new.store.restore(from: backup, keepingReplacedIn: nil)
                #expect(try await new.enter(secret).person == TestQueue.member("anna"))
            }
        }
    }
}
