import Companion
import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct UploadTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let photo = String(repeating: "a", count: 64) + ".0123456789"

    private func upload(
        _ id: String, of person: Person = anna, photo: String = photo, at moment: Date
    ) -> Upload {
        Upload(
            id: id, person: person, photo: photo, name: "photo", verdict: "{}", created: moment)
    }

    @Test(arguments: [
        (anna, true), (Person.known("bert", in: Space("shop")), false),
        (Person.known("anna", in: Space("team")), false), (Person.known("anna"), false),
    ])
    func `an upload is its person's alone`(person: Person, isTheirs: Bool) async throws {
        try await TestQueue.with { queue in
            let kept = upload("one", at: queue.now)
            try await queue.admit(Self.anna)
            #expect(try await queue.store.add(kept))
            #expect(try await queue.store.upload("one", of: person) == (isTheirs ? kept : nil))
            #expect(try await queue.store.removeUpload("one", of: person) == isTheirs)
            #expect(try await queue.store.markedPhotos() == (isTheirs ? [Self.photo] : []))
            #expect(try await !queue.store.removeUpload("one", of: person))
        }
    }

    @Test func `a photo stays as long as one upload has it`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for id in ["one", "two"] {
                #expect(try await queue.store.add(upload(id, at: queue.now)))
            }
            #expect(try await queue.store.neededPhotos(among: [Self.photo]) == [Self.photo])
            _ = try await queue.store.removeUpload("one", of: Self.anna)
            #expect(try await queue.store.markedPhotos().isEmpty)
            #expect(try await queue.store.mark(unneeded: [Self.photo]).isEmpty)
            _ = try await queue.store.removeUpload("two", of: Self.anna)
            #expect(try await queue.store.markedPhotos() == [Self.photo])
            #expect(try await queue.store.neededPhotos(among: [Self.photo]).isEmpty)
        }
    }

    @Test func `old uploads go, and those of a person who is forgotten`() async throws {
        try await TestQueue.with { queue in
            let bert = Person.known("bert", in: Space("shop"))
            let photos = ["a", "b", "c"].map { String(repeating: $0, count: 64) }
            for person in [Self.anna, bert] { try await queue.admit(person) }
            for kept in [
                upload("old", photo: photos[0], at: queue.now - 1),
                upload("hers", photo: photos[1], at: queue.now),
                upload("his", of: bert, photo: photos[2], at: queue.now),
            ] {
                #expect(try await queue.store.add(kept))
            }
            #expect(try await queue.store.uploadCount(before: queue.now) == 1)
            #expect(try await queue.store.removeUploads(before: queue.now) == 1)
            #expect(try await queue.store.removeUploads(before: queue.now) == 0)
            _ = try await queue.store.prepareToForget(Self.anna, now: queue.now)
            #expect(try await queue.store.markedPhotos() == Array(photos.prefix(2)))
            #expect(try await queue.store.upload("his", of: bert) != nil)
        }
    }

    @Test func `an order shares the file of an upload that is still there`() async throws {
        try await TestQueue.with { queue in
            func order() async throws -> [GroupSubmission]? {
                var job = NewJob.some(Self.anna)
                job.input = JobInput(photo: Self.photo, name: "photo")
                return try await queue.store.submit(
                    [JobGroup(jobs: [job], otherKeys: [])], now: queue.now,
                    isSame: { _, _ in true }, kept: [])
            }
            try await queue.admit(Self.anna)
            #expect(try await order() == nil)
            _ = try await queue.store.add(upload("one", at: queue.now))
            #expect(try await order()?.count == 1)
            _ = try await queue.store.removeUpload("one", of: Self.anna)
            #expect(try await queue.store.markedPhotos().isEmpty)
            #expect(try await order() == nil)
        }
    }
}
