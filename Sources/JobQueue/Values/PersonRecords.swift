package import Foundation

/// What another module keeps about persons in the queue's tables.
///
/// The queue calls it inside the transaction that changes the person or the space, so that both happen or neither.
public struct PersonRecords: Sendable {
    package typealias Departure = @Sendable (Person, Date, any QueueTransaction) throws -> Void
    package typealias Removal = @Sendable (Person, any QueueTransaction) throws -> [String]
    package typealias Move = @Sendable (Person, Person, any QueueTransaction) throws -> Void
    package typealias Follower =
        @Sendable (PlanTable, Space, any QueueTransaction) throws -> Void

    /// Notes when a person leaves, right before the first removal.
    let leave: Departure
    /// Removes all that is kept about a person who leaves; returns the stored photos that it named.
    let remove: Removal
    /// Makes another person's of the same space what is kept about a person, who has become that one.
    package let move: Move
    /// Follows a change of a space's plans.
    let follow: Follower

    /// Describes records by what is done with them.
    package init(
        leave: @escaping Departure = { _, _, _ in }, remove: @escaping Removal,
        move: @escaping Move = { _, _, _ in }, follow: @escaping Follower = { _, _, _ in }
    ) {
        self.leave = leave
        self.remove = remove
        self.move = move
        self.follow = follow
    }
}
