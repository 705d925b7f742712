/// What another module keeps about persons in the queue's tables.
///
/// The queue calls it inside the transaction that changes the person or the space, so that both happen or neither.
public struct PersonRecords: Sendable {
    package typealias Removal = @Sendable (Person, any QueueTransaction) throws -> [String]
    package typealias Follower =
        @Sendable (PlanTable, Space, any QueueTransaction) throws -> Void

    /// Removes all that is kept about a person who leaves; returns the stored photos that it named.
    let remove: Removal
    /// Follows a change of a space's plans.
    let follow: Follower

    /// Describes records by what is done with them.
    package init(remove: @escaping Removal, follow: @escaping Follower) {
        self.remove = remove
        self.follow = follow
    }
}
