import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup

/// Enforces the rules of routes: who calls, by the token and the person's id, how often, and for what.
struct AccessControl: Sendable {
    let session: Session
    let proxies: [AddressRange]
    private let rates = RateLimit()
    /// The requests in progress, each of which has a connection: from the check of its token until its response is sent.
    private let requests = FairSlots(Self.mostRequests, ofPerson: Self.mostOfPerson)

    init(session: Session, proxies: [AddressRange]) {
        self.session = session
        self.proxies = proxies
    }

    func caller(
        of request: Request, _ context: ServerContext, meeting rules: AccessRules
    ) async throws -> Caller {
        let now = session.configuration.environment.now
        let isStore = rules.holders == [.store]
        guard let token = Self.token(of: request, mayBeBare: isStore),
            let access = try await session.store.access(with: token, now: now)
        else { throw Refusal.unauthenticated }
        let space = access.space.space
        context.note.space = space.rawValue
        // A store sends events as they come, also many at once.
        if isStore {
            guard access.holder == .store else { throw Refusal.unauthenticated }
            return Caller(token, TokenStanding(access, nil), for: nil, rules)
        }
        let person = try Self.person(of: request, in: space)
        let standing = TokenStanding(access, try await limited(token, person))
        try Self.check(standing, for: person, against: rules)
        if let person {
            if standing.admission == nil, let other = try await session.store.merged(person) {
                throw Refusal.merged(into: other)
            }
            if let benefit = rules.plan {
                let plan = try await session.people.rules(of: person, in: access.space.settings)
                guard benefit.isPart(of: plan) else { throw Refusal.planRequired }
            }
            if rules.effect == .creates, standing.admission != .admitted {
                try requireRoomForNewPerson(access, request, context)
                try await admit(person, to: access.space.settings, now: now)
            }
            if rules.subject == .person, access.allows(.submit),
                let zone = try Self.zone(of: request)
            {
                try await session.people.note(zone, of: person)
            }
        }
        return Caller(token, standing, for: person, rules)
    }

    func slot(for person: Person?, in space: Space) throws(Refusal) -> FairSlot {
        try requests.slot(for: person, in: space) {
            session.configuration.environment.worker().chance()
        }
    }

    /// Some connections stay for requests without a token, such as those of a health check.
    private static let mostRequests = Server.connections - 32
    /// As many as a person may send at once: an app may load a page of pictures.
    private static let mostOfPerson = 40

    /// Throws unless a valid token lets its holder use a route for a person; at the beginning of a request, and again
    /// while it lasts.
    fileprivate static func check(
        _ standing: TokenStanding, for person: Person?, against rules: AccessRules
    ) throws(Refusal) {
        let access = standing.access
        guard rules.holders.contains(access.holder) else { throw .storeOnly }
        if access.holder == .app {
            // The token is public: the id is what only this one person has.
            guard access.space.settings.budget != nil else { throw .budgetMissing }
            guard let person else { throw .personMissing }
            guard person.isSecret else {
                throw .personInvalid("An app names persons by UUIDs of version 4.")
            }
        }
        guard standing.admission != .leaving else { throw .leaving }
        if let scope = rules.scope {
            guard access.allows(scope) else { throw .forbidden(scope) }
        } else {
            guard !access.scopes.isEmpty else { throw .forbidden(.read) }
        }
        if let feature = rules.feature {
            guard access.space.settings.features.contains(feature) else { throw .featureOff }
        }
    }

    /// Counts a request for its person and its token; returns what the space knows of the person.
    ///
    /// A request that is too much for the person takes nothing from the token, and one of a stranger nothing from the
    /// persons whom the space knows.
    private func limited(_ token: AccessToken, _ person: Person?) async throws -> Admission? {
        var standing: Admission?
        if let person {
            try take(for: person)
            standing = try await session.store.standing(of: person)
            if standing == nil { try take("strangers \(token.hash)", .ofStrangers) }
        }
        if person == nil || standing != nil { try take("token \(token.hash)", .ofToken) }
        return standing
    }

    /// Counts a request for its person.
    func take(for person: Person) throws(Refusal) {
        try take("person \(person.space) \(person.rawValue)", .ofPerson)
    }

    func take(_ key: String, _ rate: RateLimit.Rate) throws(Refusal) {
        if let seconds = rates.take(for: key, rate) { throw Refusal(.rate, retryAfter: seconds) }
    }

    /// Throws if too many new persons come from the address: with an app's token, anyone makes them up.
    private func requireRoomForNewPerson(
        _ access: Access, _ request: Request, _ context: ServerContext
    ) throws(Refusal) {
        let most = access.space.settings.newPersons
        guard access.holder == .app, most > 0 else { return }
        let address = ClientAddress.name(
            of: request, from: context.channel.remoteAddress, proxies: proxies)
        let key = "newcomers \(access.space.space) \(address ?? "")"
        if let seconds = rates.take(for: key, .newcomers(most, fromAddress: address != nil)) {
            throw Refusal(.tooManyPersons, retryAfter: seconds)
        }
    }

    /// Makes the person known to the space, which may meet only so many new ones a day.
    private func admit(_ person: Person, to settings: SpaceSettings, now: Date) async throws {
        let admission = try await session.store.admit(
            person, most: settings.newPersons, now: now)
        switch admission {
        case .admitted: break
        case .leaving: throw Refusal.leaving
        case .tooMany(let until):
            let seconds = Int(clamping: until.timeIntervalSince(now), rounding: .up)
            throw Refusal(.tooManyPersons, retryAfter: max(1, seconds))
        }
    }

    /// The token of a request.
    ///
    /// - Parameter mayBeBare: Whether the scheme may be missing: RevenueCat has one field for the whole header, into which
    ///   people paste the token.
    private static func token(of request: Request, mayBeBare: Bool) -> AccessToken? {
        let words = request.headers[.authorization]?.split(separator: " ") ?? []
        if mayBeBare, words.count == 1 { return AccessToken(String(words[0])) }
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return AccessToken(String(words[1]))
    }

    /// The person that the header names; nil without the header.
    private static func person(of request: Request, in space: Space) throws(Refusal) -> Person? {
        guard let name = HTTPField.Name("x-user-id"), let id = request.headers[name] else {
            return nil
        }
        return try Person(requested: id, in: space)
    }

    /// Where the person is, as a header says; nil without the header.
    private static func zone(of request: Request) throws(Refusal) -> TimeZone? {
        guard let field = HTTPField.Name("x-time-zone"), let name = request.headers[field] else {
            return nil
        }
        return try TimeZone(requested: name, as: "x-time-zone")
    }
}

/// The holder of a token, in a request that meets its route's rules.
struct Caller: Sendable {
    /// The token, and the person whom the request names.
    let use: TokenUse
    private let standing: TokenStanding
    private let rules: AccessRules

    fileprivate init(
        _ token: AccessToken, _ standing: TokenStanding, for person: Person?, _ rules: AccessRules
    ) {
        use = TokenUse(token, for: person)
        self.standing = standing
        self.rules = rules
    }

    var access: Access { standing.access }
    var person: Person? { use.person }
    var mayAskModel: Bool { rules.asksModel && access.allows(.submit) }

    /// Throws if the caller may no longer do what it could when its request began: the token was revoked, replaced or
    /// changed, or the person leaves.
    ///
    /// - Parameter now: What the queue knows now about ``use``; `nil` if the token is not valid any more.
    func recheck(_ now: TokenStanding?) throws(Refusal) {
        guard let now, now.access.holder == access.holder, now.access.scopes == access.scopes
        else { throw .unauthenticated }
        try AccessControl.check(now, for: person, against: rules)
        guard now.admission != nil || standing.admission == nil else { throw .leaving }
    }

    var record: SpaceRecord { access.space }
    var space: Space { record.space }
    var settings: SpaceSettings { record.settings }
}

extension Session {
    /// Throws if a caller may no longer do what it could when its request began, which may be long ago.
    func recheck(_ caller: Caller) async throws {
        let standings = try await store.standings(
            of: [caller.use], now: configuration.environment.now)
        try caller.recheck(standings[caller.use])
    }
}
