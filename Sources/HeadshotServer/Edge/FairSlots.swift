import Ground
import JobQueue
import Synchronization

/// A number of things that requests hold for a while, such as open streams, shared fairly by spaces and persons.
///
/// A person holds a few at most, and a space its share: what all have, divided by one more than the spaces that hold some,
/// so that there is room for another space. A few are guaranteed to each space.
final class FairSlots: Sendable {
    private struct Slots {
        var taken = 0
        var spaces: [Space: Int] = [:]
        var persons: [Person: Int] = [:]
    }

    /// The result of asking for a slot.
    enum Result {
        /// It is held until it is left.
        case taken(FairSlot)
        /// The person holds as many as a person may.
        case personIsFull
        /// The space has its share, or all are taken.
        case isFull
    }

    private let state = Mutex(Slots())
    private let most: Int
    private let mostOfPerson: Int
    private let guaranteed: Int

    /// - Parameters:
    ///   - most: How many there are, beyond what is guaranteed.
    ///   - mostOfPerson: How many a person may hold.
    ///   - guaranteed: How many a space may hold in any case.
    init(_ most: Int, ofPerson mostOfPerson: Int, guaranteed: Int = 4) {
        self.most = most
        self.mostOfPerson = mostOfPerson
        self.guaranteed = guaranteed
    }

    func take(for space: Space, _ person: Person?) -> Result {
        let refusal: Result? = state.withLock { state in
            if let person, state.persons[person, default: 0] >= mostOfPerson {
                return .personIsFull
            }
            let held = state.spaces[space, default: 0]
            let sharers = state.spaces.count + (held == 0 ? 1 : 0)
            let hasShare = held < most / (sharers + 1) && state.taken < most
            guard held < guaranteed || hasShare else { return .isFull }
            state.taken += 1
            state.spaces[space] = held + 1
            if let person { state.persons[person, default: 0] += 1 }
            return nil
        }
        return refusal ?? .taken(FairSlot(self, space, person))
    }

    /// Takes a slot, or refuses the request until a few seconds later.
    ///
    /// - Parameter chance: A number from 0 to 1, by which those who are refused together come back at different times.
    func slot(
        for person: Person?, in space: Space, chance: () -> Double
    ) throws(Refusal) -> FairSlot {
        var retryAfter: Int { 5 + Int(clamping: chance() * 10) }
        switch take(for: space, person) {
        case .taken(let slot): return slot
        case .personIsFull: throw .tooManyOpen(retryAfter: retryAfter)
        case .isFull: throw Refusal(.busy, retryAfter: retryAfter)
        }
    }

    fileprivate func leave(_ space: Space, _ person: Person?) {
        state.withLock { state in
            state.taken -= 1
            state.spaces[space] = Self.less(state.spaces[space])
            if let person { state.persons[person] = Self.less(state.persons[person]) }
        }
    }

    /// One less; `nil` for none, so that nothing is kept of a person who holds none.
    private static func less(_ count: Int?) -> Int? {
        guard let count, count > 1 else { return nil }
        return count - 1
    }
}

/// A slot that was taken.
///
/// It is given back exactly once: by ``leave()``, or when it is released.
final class FairSlot: Sendable {
    private let slots: FairSlots
    private let space: Space
    private let person: Person?
    private let isLeft = Atomic(false)

    fileprivate init(_ slots: FairSlots, _ space: Space, _ person: Person?) {
        self.slots = slots
        self.space = space
        self.person = person
    }

    deinit { leave() }

    func leave() {
        if !isLeft.exchange(true, ordering: .relaxed) { slots.leave(space, person) }
    }
}
