import Companion
import Foundation
import HeadshotWorker
import JobQueue
import Setup

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

extension Person {
    /// A person whom a request names.
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
