/// What stays known for a while after its removal, by the name that a client gave it; the raw value is stable and stored.
public enum RemovedSort: String, Sendable, CaseIterable {
    case moment, scan, job
}

extension JobStore {
    /// Whether something of a person with a client's name was removed: a client that sends it late must not bring it back.
    public nonisolated func wasRemoved(
        _ sort: RemovedSort, named name: String, of person: Person
    ) async throws(JobQueueError) -> Bool {
        try await read { tx in try Self.wasRemoved(sort, named: name, of: person, tx) }
    }

    package static func wasRemoved(
        _ sort: RemovedSort, named name: String, of person: Person, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.has(
            "changed WHERE space = ? AND person = ? AND client = ? AND sort = ? AND gone = 1",
            person.arguments + [name, sort.rawValue])
    }

    /// Whether a job of an order was removed whose keys stay taken.
    static func wasRemoved(_ group: JobGroup, _ tx: any QueueTransaction) throws -> Bool {
        // Most persons have removed none: they cost one lookup, and not one for each key.
        guard group.keepsKeys, let person = group.jobs.first?.person,
            try tx.has(
                "changed WHERE space = ? AND person = ? AND sort = ?",
                person.arguments + [RemovedSort.job.rawValue])
        else { return false }
        let keys = group.jobs.compactMap(\.key) + group.otherKeys
        return try keys.contains { try wasRemoved(.job, named: $0, of: person, tx) }
    }
}
