import Foundation
import JobQueue
import TestSupport
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct QueueGlanceTests {
    @Test func `where there is no queue, there is nothing to see and nothing is made`()
        async throws
    {
        try await withTemporaryFolder { folder in
            #expect(QueueGlance.jobs(in: folder, startingWith: "") == [])
            #expect(QueueGlance.people(in: "\(folder)/home", startingWith: "") == [])
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files == [])
        }
    }

    @Test func `a file that is no queue gives nothing, and stays as it is`() async throws {
        try await withTemporaryFolder { folder in
            let file = URL(filePath: "\(folder)/queue.sqlite")
            try Data("no queue".utf8).write(to: file)
            #expect(QueueGlance.jobs(in: folder, startingWith: "") == [])
            #expect(try Data(contentsOf: file) == Data("no queue".utf8))
        }
    }

    @Test func `jobs are found by state and by the beginning of their names`() async throws {
        try await TestQueue.inFile { queue in
            let done = try await queue.submit()
            try await queue.run(to: .done)
            let waiting = try await queue.submit()
            func jobs(_ states: [JobState], _ prefix: String) -> [String] {
                QueueGlance.jobs(in: queue.folder, states: states, startingWith: prefix)
            }
            #expect(jobs([], "") == ["\(waiting)", "\(done)"])
            #expect(jobs([.waiting], "") == ["\(waiting)"])
            #expect(jobs([], "\(done)".uppercased()) == ["\(done)"])
            #expect(jobs([.succeeded], String("\(done)".prefix(3))) == ["\(done)"])
            #expect(jobs([], "zzz") == [])
            #expect(jobs([], "o") == [])
            #expect(jobs([], "\(done)0") == [])
        }
    }

    @Test func `persons are found by the beginning of their ids, each once`() async throws {
        try await TestQueue.inFile { queue in
            for person in [Person.bert, .anna, .anna, .known("änne")] {
                try await queue.submit(person)
            }
            func people(_ prefix: String) -> [String] {
                QueueGlance.people(in: queue.folder, startingWith: prefix)
            }
            #expect(people("") == ["anna", "bert", "änne"])
            #expect(people("än") == ["änne"])
            #expect(people("a") == ["anna"])
            #expect(people("%") == [])
        }
    }
}

extension QueueGlanceTests {
    @Test func `who watches a space or a person is told of their open jobs alone`() async throws {
        try await TestQueue.inFile { queue in
            let shop = Person.known("anna", in: Space("shop"))
            let bert = Person.known("bert", in: Space("shop"))
            let first = try await queue.submit(shop)
            let second = try await queue.submit(bert)
            try await queue.submit(.anna)
            let ended = try await queue.submit(shop)
            _ = try await queue.store.cancel([ended], now: queue.now)
            try await queue.take()
            let all = LiveScope(shop.space)
            let hers = LiveScope(shop.space, person: shop)
            let open = try await queue.store.openJobs(of: [all, hers])
            #expect(open == [all: [first: .running, second: .waiting], hers: [first: .running]])
            let gone = try #require(JobID(rawValue: 1))
            let found = try await queue.store.jobsAndCharges([first, ended, gone])
            #expect(found.mapValues(\.job.state) == [first: .running, ended: .cancelled])
        }
    }
}
