import Foundation
import Ground
import TestSupport
import Testing

@testable import Companion
@testable import JobQueue

/// What a removal leaves in the files of the queue, and what stands in its way there.
@Suite(.timeLimit(.minutes(10)))
struct OldRowsTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    /// What is looked for in the files.
    private static let secret = "a text that nobody else writes"

    /// What a person, or whoever keeps the queue, can remove.
    enum Removal: CaseIterable {
        case moment, upload, job, personWhoBegins, person

        fileprivate func prepare(_ queue: TestQueue) async throws -> JobID? {
            switch self {
            case .moment, .personWhoBegins, .person:
                let moment = Moment(
                    id: "m", person: anna, client: "m",
                    digest: String(repeating: "d", count: 64),
                    day: LocalDay(of: queue.now, in: .gmt), happened: queue.now,
                    submitted: queue.now,
                    said: Moment.Said(
                        text: secret, note: nil, mood: nil, photos: 0, zone: "GMT",
                        answer: Moment.Reply(reading: "light", text: "", isOfPool: false)))
                let admission = try await queue.store.add(moment, now: queue.now) { _ in
                    Moment.Reply(reading: "light", text: "Well done.", isOfPool: false)
                }
                #expect(admission != .gone)
            case .upload:
                #expect(
                    try await queue.store.add(
                        Upload(
                            id: "u", person: anna, photo: TestQueue.photo, name: secret,
                            verdict: "{}", created: queue.now)))
            case .job:
                let id = try await queue.submit(anna, payload: #"{"text":"\#(secret)"}"#)
                _ = try await queue.store.cancel([id], now: queue.now)
                return id
            }
            return nil
        }

        fileprivate func remove(_ job: JobID?, from store: JobStore, now: Date) async throws {
            switch self {
            case .moment:
                #expect(try await store.removeMoment("m", asked: "p", of: anna, now: now))
            case .upload: #expect(try await store.removeUpload("u", of: anna))
            case .job:
                let job = try #require(job)
                #expect(try await store.remove([job]).jobs == [job])
            case .personWhoBegins: try await store.beginToForget(anna, now: now)
            case .person:
                _ = try await store.prepareToForget(anna, now: now)
                _ = try await store.anonymiseCharges(of: anna)
            }
        }

        private var anna: Person { OldRowsTests.anna }
        private var secret: String { OldRowsTests.secret }
    }

    /// Whether any file of the queue has the text.
    private func isHeld(_ text: String = secret, in queue: TestQueue) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: queue.folder).contains { name in
            let bytes = FileManager.default.contents(atPath: "\(queue.folder)/\(name)")
            return bytes?.range(of: Data(text.utf8)) != nil
        }
    }

    @Test(arguments: Removal.allCases)
    func `what is removed is at once in no file any more`(_ removal: Removal) async throws {
        try await TestQueue.inFile { queue in
            try await queue.admit(Self.anna)
            let job = try await removal.prepare(queue)
            #expect(try isHeld(in: queue))
            try await removal.remove(job, from: queue.store, now: queue.now)
            #expect(try !isHeld(in: queue))
        }
    }

    @Test(arguments: Removal.allCases)
    func `a long reader holds up no removal and no writer, and what was removed goes after it`(
        _ removal: Removal
    ) async throws {
        try await TestQueue.inFile { queue in
            try await queue.admit(Self.anna)
            let job = try await removal.prepare(queue)
            try await QueueReader.reading(home: queue.folder) {
                var times: [Duration] = []
                times.append(
                    try await ContinuousClock().measure {
                        try await removal.remove(job, from: queue.store, now: queue.now)
                    })
                // SQLite would wait for the reader for ten seconds each time.
                for _ in 0..<2 {
                    times.append(
                        try await ContinuousClock().measure {
                            try await queue.store.discardOldRows(ofAll: true)
                            try await queue.submit()
                        })
                }
                #expect(times.allSatisfy { $0 < .seconds(5) }, "\(times)")
                #expect(try isHeld(in: queue))
            }
            try await queue.store.discardOldRows(ofAll: false)
            #expect(try !isHeld(in: queue))
        }
    }

    @Test(arguments: Removal.allCases)
    func `what a reader keeps in the files goes at the first look after it`(
        _ removal: Removal
    ) async throws {
        try await TestQueue.inFile { queue in
            try await queue.admit(Self.anna)
            let job = try await removal.prepare(queue)
            try await QueueReader.reading(home: queue.folder) {
                try await removal.remove(job, from: queue.store, now: queue.now)
                #expect(try isHeld(in: queue))
            }
            // Without another look beside the reader, only the removal can have noted it.
            try await queue.store.discardOldRows(ofAll: false)
            #expect(try !isHeld(in: queue))
        }
    }

    @Test func `what a model is asked about a removed moment goes with the end of its job`()
        async throws
    {
        try await TestQueue.inFile { queue in
            try await queue.admit(Self.anna)
            let question = Question(
                key: "praise/m", kind: JobKind(rawValue: "praise"),
                payload: #"{"text":"\#(Self.secret)"}"#, provider: "gemini",
                fleeting: Fleeting(until: queue.now + 600, dailyLimit: 3))
            #expect(try await queue.store.ask(question, of: Self.anna, now: queue.now))
            let claim = try await queue.take()
            _ = try await queue.store.removeMoment(
                "m", asked: question.key, of: Self.anna, now: queue.now)
            #expect(try isHeld(in: queue))
            try await queue.store.settle(
                claim, Settlement(job: .failed(reason: .noImage, detail: nil)), now: queue.now)
            try await queue.store.discardOldRows(ofAll: false)
            #expect(try !isHeld(in: queue))
        }
    }

    @Test func `the name of a removed photo is at once in no file any more`() async throws {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            try await queue.run(to: .done)
            _ = try await queue.store.remove([id])
            try await queue.store.unmark(photos: queue.store.markedPhotos())
            #expect(try !isHeld(TestQueue.photo, in: queue))
        }
    }

    @Test func `what another process removed beside a reader goes, too`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.admit(Self.anna)
            let job = try await Removal.moment.prepare(queue)
            try await QueueReader.reading(home: queue.folder) {
                let other = try queue.another()
                try await Removal.moment.remove(job, from: other.store, now: queue.now)
                try other.store.close()
            }
            try await queue.store.discardOldRows(ofAll: true)
            #expect(try !isHeld(in: queue))
        }
    }
}
