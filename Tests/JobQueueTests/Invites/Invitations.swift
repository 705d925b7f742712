import Foundation
import HeadshotWorker
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

extension LinkSecret {
    /// A secret that is the same for the same text.
    static func of(_ text: String) throws -> LinkSecret {
        try #require(LinkSecret(String(JobStore.hash(text, in: .commandLine).prefix(length))))
    }
}

extension TestQueue {
    static let acme = Space("acme")

    /// A person of the space `acme`.
    static func member(_ id: String) -> Person { .known(id, in: acme) }

    /// The id of a person who comes by a public link.
    static func stranger(_ number: Int) -> String {
        "00000000-0000-4000-8000-00000000000\(number)"
    }

    /// Adds the space `acme`.
    func addAcme(newPersons: Int = 9) async throws {
        var settings = SpaceSettings(provider: "gemini", budget: 5_000_000)
        settings.newPersons = newPersons
        let space = try #require(Self.acme)
        #expect(try await store.add(space, settings, now: now))
    }

    /// Invites a person of `acme`, and returns the secret of the link.
    @discardableResult
    func invite(
        _ id: String, styles: [String] = [], ends: Date = now + 3600, payUpTo: Int? = nil,
        at moment: Date = now
    ) async throws -> LinkSecret {
        let secret = try LinkSecret.of("\(id) \(moment)")
        let person = Self.member(id)
        let invited = try await store.invite(
            [NewInvitee(person: person, name: "Name of \(id)", email: "\(id)@example.com")],
            to: person.space, InviteTerms(styles: styles, ends: ends, payUpTo: payUpTo),
            secrets: [secret], now: moment)
        #expect(invited == [.link(secret)])
        return secret
    }

    /// Makes the public link of `acme`.
    @discardableResult
    func makePublic(payUpTo: Int? = nil, at moment: Date = now) async throws -> LinkSecret {
        let secret = try LinkSecret.of("public \(moment)")
        let space = try #require(Self.acme)
        let terms = InviteTerms(styles: ["left-casual"], ends: moment + 3600, payUpTo: payUpTo)
        #expect(try await store.makePublicLink(secret, of: space, terms, now: moment))
        return secret
    }

    /// Enters by a link.
    func enter(
        _ secret: LinkSecret, as newcomer: String = stranger(0), at moment: Date = now
    ) async throws -> Entry {
        try await store.enter(by: secret, newcomer: newcomer, now: moment)
    }

    /// The state of a person of `acme`.
    func state(_ id: String) async throws -> InviteState? {
        try await store.invitee(Self.member(id))?.state
    }

    /// Orders a headshot of a person of `acme` at a price.
    func order(
        _ id: String, price: Int? = 39_000, key: String? = nil, at moment: Date = now
    ) async throws -> JobID {
        var job = NewJob.some(Self.member(id), key: key)
        job.kind = .headshot
        job.quote = Quote(model: "image-1", price: price)
        return try #require(await store.submit([job], now: moment).first).id
    }
}

extension Entry {
    /// The person who is in.
    var person: Person? {
        if case .entered(let invitee, _) = self { invitee.person } else { nil }
    }
}
