import Answers
import Invites
import JobQueue
import Setup

extension QueueChecks {
    /// The spaces with a public link that leads somewhere, and no budget: it was removed after the link was made.
    func unlimitedLinks(
        _ spaces: [SpaceRecord], _ store: JobStore
    ) async throws -> [Space] {
        var found: [Space] = []
        for record in spaces where record.settings.budget == nil {
            let publicLink = try await store.publicLink(of: record.space)
            if publicLink?.link.isOpen(at: configuration.environment.now) == true {
                found.append(record.space)
            }
        }
        return found
    }

    static func publicLinks(_ unlimited: [Space]) -> Check {
        guard let first = unlimited.first else {
            return .ok("public links", "none without a budget")
        }
        return .warning(
            "public links",
            "of spaces without a budget: \(unlimited.map(\.rawValue).joined(separator: ", "))",
            remedy:
                "'headshot space set \(first) --budget 5' sets one; 'headshot invite revoke --public' ends the link."
        )
    }
}
