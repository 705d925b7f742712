import Foundation
import JobQueue
import Setup

extension Session {
    /// What a person's plan gives at present.
    func rules(of person: Person, in settings: SpaceSettings) async throws -> PlanRules {
        let plan = try await store.entitlement(of: person).plan(at: configuration.environment.now)
        return settings.plans[plan]
    }
}

extension Person {
    /// A person whom a request names.
    init(requested id: String, in space: Space) throws(Refusal) {
        guard id.wholeMatch(of: /[A-Za-z0-9._~-]{1,64}/) != nil,
            let person = Person(id, in: space)
        else {
            throw .personInvalid("It has 1 to 64 letters, digits, '.', '_', '~' or '-'.")
        }
        self = person
    }
}
