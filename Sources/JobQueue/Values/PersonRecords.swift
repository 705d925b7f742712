/// What another module keeps about persons in the queue's tables.
///
/// The queue calls it inside the transaction that changes the person or the space, so that both happen or neither.
public struct PersonRecords: Sendable {
    /// Removes all that is kept about a person who leaves; returns the stored photos that it named.
    let remove: @Sendable (_ person: Person, _ tx: any QueueTransaction) throws -> [String]
    /// Gives a person who comes back what was kept apart.
    let welcomeBack: @Sendable (_ person: Person, _ tx: any QueueTransaction) throws -> Void
    /// Follows a change of a space's plans.
    let follow: @Sendable (_ plans: PlanTable, _ space: Space, _ tx: any QueueTransaction) throws -> Void

    /// Describes records by what is done with them.
    package init(
        remove: @escaping @Sendable (_ person: Person, _ tx: any QueueTransaction) throws -> [String],
        welcomeBack: @escaping @Sendable (_ person: Person, _ tx: any QueueTransaction) throws -> Void,
        follow: @escaping @Sendable (
            _ plans: PlanTable, _ space: Space, _ tx: any QueueTransaction
        ) throws -> Void
    ) {
        self.remove = remove
        self.welcomeBack = welcomeBack
        self.follow = follow
    }
}
