import Foundation
import Hummingbird
import JobQueue
import Setup

/// Meets the persons of spaces: each space may meet only so many new ones a day.
struct Persons: Sendable {
    let session: Session

    /// The person of a request, who is known to the space from now on.
    func admit(_ caller: Caller) async throws -> Person {
        let person = try caller.requirePerson()
        if caller.isKnown { return person }
        let now = session.configuration.environment.now
        let admission = try await session.store.admit(
            person, most: caller.access.space.settings.newPersons,
            cap: session.configuration.cap(CapOverrides()), now: now)
        switch admission {
        case .admitted: return person
        case .leaving: throw Refusal.leaving
        case .tooMany(let until):
            let seconds = Int(until.timeIntervalSince(now).rounded(.up))
            throw Refusal.tooManyPersons(retryAfter: max(1, seconds))
        }
    }
}

extension Person {
    /// A person whom a request names.
    init(requested id: String, in space: Space) throws(Refusal) {
        guard id.wholeMatch(of: /[A-Za-z0-9._~-]{1,64}/) != nil,
            // A UUID has one spelling here, or one person would have two caps.
            let person = Person(UUID(uuidString: id)?.uuidString.lowercased() ?? id, in: space)
        else {
            throw .personInvalid("It has 1 to 64 letters, digits, '.', '_', '~' or '-'.")
        }
        self = person
    }
}
