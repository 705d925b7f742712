import Companion
import Foundation
import HeadshotWorker
import JobQueue
import Setup

extension Access {
    /// Throws if the token is an app's, which anyone can find, and the body has one of these members.
    func forbid(_ members: [(name: String, isThere: Bool)]) throws(Refusal) {
        guard holder == .app, let member = members.first(where: \.isThere) else { return }
        throw .serverOnly(member.name)
    }
}

@dynamicMemberLookup
struct PersonCaller: Sendable {
    let caller: Caller
    let person: Person

    init(_ caller: Caller) throws(Refusal) {
        guard let person = caller.person else { throw .personMissing }
        self.caller = caller
        self.person = person
    }

    var visitor: Visitor { Visitor(person, in: caller.record, mayAskModel: caller.mayAskModel) }

    subscript<Value>(dynamicMember member: KeyPath<Caller, Value>) -> Value {
        caller[keyPath: member]
    }
}

/// A caller that may see jobs: those of the named person, or with the scope `read` of the whole space.
@dynamicMemberLookup
struct JobsCaller: Sendable {
    let caller: Caller
    let visible: JobFilter

    init(_ caller: Caller) throws(Refusal) {
        if let person = caller.person {
            visible = JobFilter(space: caller.space, person: person)
        } else {
            guard caller.access.allows(.read) else { throw .personMissing }
            visible = JobFilter(space: caller.space)
        }
        self.caller = caller
    }

    /// Whether the caller may see a job; for the caller, no other job exists.
    func sees(_ job: Job) -> Bool {
        job.person.space == caller.space && (visible.person ?? job.person) == job.person
    }

    subscript<Value>(dynamicMember member: KeyPath<Caller, Value>) -> Value {
        caller[keyPath: member]
    }
}

extension JobFilter {
    /// Leaves the jobs of a person whom a request names; throws if the caller may not see them.
    mutating func narrow(to id: String, for caller: JobsCaller) throws(Refusal) {
        let person = try Person(requested: id, in: caller.space)
        guard self.person == nil || self.person == person else { throw .notFound }
        self.person = person
    }
}

extension Session {
    /// Throws unless a person may have a job of a kind made: the space has to offer it, and the plan to have it.
    func checkOrder(
        of kind: JobKind, for person: Person, in settings: SpaceSettings
    ) async throws {
        guard settings.features.contains(.headshots) else { throw Refusal.featureOff }
        guard kind == .analysis else { return }
        guard try await people.rules(of: person, in: settings).ordersAnalyses else {
            throw Refusal.planRequired
        }
    }
}

extension Session {
    /// Whether a person's photo may go to a provider: in a space that asks first, only once the person has agreed.
    func hasConsent(
        of person: Person, to provider: String, in settings: SpaceSettings
    ) async throws -> Bool {
        guard settings.asksBeforeModels, provider != ProviderKind.local.rawValue else {
            return true
        }
        return try await store.preferences(of: person).allowsModels(in: settings) == true
    }

    func checkConsent(
        of person: Person, to provider: String, in settings: SpaceSettings
    ) async throws {
        guard try await hasConsent(of: person, to: provider, in: settings) else {
            throw Refusal(.consentMissing)
        }
    }
}

extension Person {
    init(requested id: String, in space: Space) throws(Refusal) {
        // In a path, '.' and '..' are steps, which clients and proxies take before they send it.
        guard id.isPlainName, id != ".", id != "..",
            let person = Person(id, in: space)
        else {
            throw .personInvalid(
                "It has 1 to 64 letters, digits, '.', '_', '~' or '-', and is not '.' or '..'.")
        }
        self = person
    }
}
