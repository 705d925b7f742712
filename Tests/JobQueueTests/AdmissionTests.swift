import Foundation
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct AdmissionTests {
    private let cap = DailyCap(timeZone: TestQueue.utc)

    private func person(_ name: String, _ space: String = "shop") -> Person {
        .known(name, in: Space(space))
    }

    @Test func `a space meets only so many new persons a day, and those it knows go on`()
        async throws
    {
        try await TestQueue.with { queue in
            func admit(_ person: Person, at moment: Date) async throws -> Admission {
                try await queue.store.admit(person, most: 2, now: moment)
            }
            let tomorrow = cap.nextDay(after: queue.now)
            for name in ["anna", "bert", "anna"] {
                #expect(try await admit(person(name), at: queue.now) == .admitted)
            }
            let third = try await admit(person("carl"), at: queue.now)
            #expect(third == .tooMany(until: tomorrow))
            #expect(try await queue.store.standing(of: person("carl")) == nil)
            // Another space counts for itself.
            #expect(try await admit(person("carl", "team"), at: queue.now) == .admitted)
            #expect(try await admit(person("bert"), at: queue.now) == .admitted)
            #expect(try await admit(person("carl"), at: tomorrow) == .admitted)
        }
    }

    @Test func `a person who is forgotten is not known any more`() async throws {
        try await TestQueue.with { queue in
            let anna = person("anna")
            _ = try await queue.store.admit(anna, most: 1, now: queue.now)
            #expect(try await queue.store.standing(of: anna) == .admitted)
            _ = try await queue.store.anonymiseCharges(of: anna)
            #expect(try await queue.store.standing(of: anna) == nil)
            // Or whoever leaves and comes back would get a place of the day, and a cap, each time.
            let again = try await queue.store.admit(anna, most: 1, now: queue.now)
            #expect(again == .tooMany(until: cap.nextDay(after: queue.now)))
        }
    }

    @Test func `who leaves is admitted nowhere in the space, and nothing of theirs is written`()
        async throws
    {
        try await TestQueue.with { queue in
            let anna = person("anna")
            func admit() async throws -> Admission {
                try await queue.store.admit(anna, most: 9, now: queue.now)
            }
            _ = try await admit()
            let upload = Upload(
                id: "one", person: anna, photo: TestQueue.photo, name: "photo", verdict: "{}",
                created: queue.now)
            #expect(try await queue.store.add(upload))
            let waiting = try await queue.submit(anna)
            try await queue.store.beginToForget(anna, now: queue.now)
            #expect(try await admit() == .leaving)
            #expect(try await queue.store.leavingPersons() == [anna])
            #expect(try await queue.store.job(waiting)?.job.state == .cancelled)
            #expect(try await queue.store.uploads(of: anna, limit: .max).isEmpty)
            #expect(try await !queue.store.add(upload))
            #expect(try await queue.store.persons(of: anna.space, after: nil, limit: 9).isEmpty)
            _ = try await queue.store.anonymiseCharges(of: anna)
            #expect(try await queue.store.leavingPersons().isEmpty)
            // Neither is anything written for a person whom nobody admitted.
            #expect(try await !queue.store.add(upload))
        }
    }

    @Test func `the persons of a space are told page by page`() async throws {
        try await TestQueue.with { queue in
            for name in ["carl", "anna", "bert"] {
                _ = try await queue.store.admit(
                    person(name), most: 9, now: queue.now)
            }
            _ = try await queue.store.admit(
                person("dora", "team"), most: 9, now: queue.now)
            let shop = person("anna").space
            let first = try await queue.store.persons(of: shop, after: nil, limit: 2)
            #expect(first.map(\.person) == [person("anna"), person("bert")])
            let rest = try await queue.store.persons(of: shop, after: "bert", limit: 2)
            #expect(rest.map(\.person) == [person("carl")])
        }
    }

    @Test(arguments: [
        ("81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b", true),
        ("81f3a1c2-0b5d-1e6f-8a9b-0c1d2e3f4a5b", false),
        ("81f3a1c2-0b5d-4e6f-7a9b-0c1d2e3f4a5b", false),
        // A UUID in capitals is the same id.
        ("81F3A1C2-0B5D-4E6F-8A9B-0C1D2E3F4A5B", true), ("anna", false),
        ("81f3a1c20b5d4e6f8a9b0c1d2e3f4a5b", false),
    ])
    func `only a random UUID is an id that nobody guesses`(
        id: String, isSecret: Bool
    ) {
        #expect(person(id).isSecret == isSecret)
    }
}
