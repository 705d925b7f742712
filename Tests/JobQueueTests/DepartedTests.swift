import Foundation
import Ground
import People
import Testing

@testable import Companion
@testable import JobQueue

/// What others write of a person who has left, and has not come back.
@Suite(.timeLimit(.minutes(10)))
struct DepartedTests {
    private static let anna = Person.known("a-person-who-has-left", in: Space("shop"))
    private static let bert = Person.known("bert", in: Space("shop"))

    /// A way to write something of a person who has not asked for it; returns whether it was written.
    struct Write: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (TestQueue, Person) async throws -> Bool

        init(_ name: String, _ run: @escaping @Sendable (TestQueue, Person) async throws -> Bool) {
            testDescription = name
            self.run = run
        }
    }

    /// An event of a store about a customer, of which nothing but hashes is written.
    private static func news(
        _ name: String, _ say: @escaping @Sendable (Person) -> (Person, StoreEvent.Change)
    ) -> Write {
        Write(name) { queue, person in
            let (customer, change) = say(person)
            let event = StoreEvent(
                id: name, moment: queue.now, names: [StoreName(customer)], change: change)
            try await queue.store.take(event, for: person.space)
            return false
        }
    }

    private static func merge(
        _ queue: TestQueue, _ person: Person, into other: Person
    ) async throws -> Bool {
        try await queue.store.merge(person, into: other, by: .calendar, now: queue.now) == .merged
    }

    static let writes: [Write] = [
        Write("a plan") { queue, person in
            try await queue.store.set(Entitlement(.pro), of: person, said: queue.now) != nil
        },
        Write("a freeze") { queue, person in
            try await queue.store.giveFreeze("receipt", to: person, now: queue.now)
        },
        Write("a merge into the person") { queue, person in
            try await queue.admit(DepartedTests.bert)
            return try await DepartedTests.merge(queue, DepartedTests.bert, into: person)
        },
        Write("a merge of somebody with a freeze whom the space has not met") { queue, person in
            try await queue.store.giveFreeze("receipt", to: DepartedTests.bert, now: queue.now)
            return try await DepartedTests.merge(queue, DepartedTests.bert, into: person)
        },
        Write("a merge of the person") { queue, person in
            try await queue.admit(DepartedTests.bert)
            return try await DepartedTests.merge(queue, person, into: DepartedTests.bert)
        },
        Write("a reminder that was sent") { queue, person in
            try await queue.store.noteSent(
                SentReminder(kind: .daily, day: TestQueue.today), to: person, now: queue.now)
        },
        Write("a reminder that is to be sent") { queue, person in
            let claimed = try await queue.store.claimReminder(
                of: person, until: queue.now + 60, now: queue.now
            ) { _ in
                Reminder(
                    kind: .atRisk, day: TestQueue.today, moment: TestQueue.now, title: "", body: "")
            }
            return claimed != nil
        },
        news("a purchase") { person in
            (person, .runs(Purchase(transaction: "t", product: "month"), StoreEvent.Term(.never)))
        },
        news("a bought freeze") { person in (person, .givesFreeze()) },
        news("a refunded freeze") { person in (person, .takesFreeze(transaction: "t")) },
        news("a transfer to the person") { person in
            (person, .takes(from: [StoreName(DepartedTests.bert)]))
        },
        news("a transfer from the person") { person in
            (DepartedTests.bert, .takes(from: [StoreName(person)]))
        },
    ]

    /// Gives a queue whose space a person has left.
    private func withDeparted(
        _ person: Person = anna, _ body: (TestQueue) async throws -> Void
    ) async throws {
        try await TestQueue.with { queue in
            _ = try await queue.store.add(
                person.space, SpaceSettings(provider: "local"), now: queue.now)
            try await queue.admit(person)
            #expect(try await queue.holds(person.rawValue))
            try await leave(person, queue)
            try await body(queue)
        }
    }

    private func leave(_ person: Person, _ queue: TestQueue) async throws {
        _ = try await queue.store.prepareToForget(person, now: queue.now)
        _ = try await queue.store.anonymiseCharges(of: person)
        #expect(try await !queue.holds(person.rawValue))
    }

    @Test(arguments: writes)
    func `nothing names a person who has left, whoever writes of them`(write: Write) async throws {
        try await withDeparted { queue in
            let isWritten = try await write.run(queue, Self.anna)
            #expect(!isWritten)
            let isHeld = try await queue.holds(Self.anna.rawValue)
            #expect(!isHeld)
        }
    }

    @Test(arguments: writes.prefix(3))
    func `a person who comes back is one like others`(write: Write) async throws {
        try await withDeparted { queue in
            try await queue.admit(Self.anna)
            #expect(try await write.run(queue, Self.anna))
        }
    }

    @Test func `an id that a person had before is that of a person who has left`() async throws {
        let old = Person.known("an-id-of-before", in: Self.anna.space)
        for write in Self.writes {
            try await TestQueue.with { queue in
                _ = try await queue.store.add(
                    old.space, SpaceSettings(provider: "local"), now: queue.now)
                try await queue.admit(old)
                let merge = try await queue.store.merge(
                    old, into: Self.anna, by: .calendar, now: queue.now)
                #expect(merge == .merged)
                try await leave(Self.anna, queue)
                #expect(try await !queue.holds(old.rawValue))
                #expect(try await !write.run(queue, old), "\(write.testDescription)")
                #expect(try await !queue.holds(old.rawValue), "\(write.testDescription)")
            }
        }
    }
}
