import Foundation
import JobQueue
import Setup

/// Meets the persons of spaces: each space may meet only so many new ones a day.
struct Persons: Sendable {
    let session: Session

    /// The person of a request, who is known to the space from now on.
    func admit(_ caller: Caller) async throws -> Person {
        let person = try caller.requirePerson()
        if try await session.store.knows(person) { return person }
        let now = session.configuration.environment.now
        let admission = try await session.store.admit(
            person, most: caller.access.space.settings.newPersons,
            cap: session.configuration.cap(CapOverrides()), now: now)
        switch admission {
        case .admitted: return person
        case .tooMany(let until):
            let seconds = Int(until.timeIntervalSince(now).rounded(.up))
            throw Refusal.tooManyPersons(retryAfter: max(1, seconds))
        }
    }
}
