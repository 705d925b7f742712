import Foundation
import JobQueue
import PromptFactory
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// How photos are taken in.
@Suite(.timeLimit(.minutes(1)))
struct SubmitterTests {
    @Test func `a submitted job is in the queue, and its photo in the store`() async throws {
        try await TestHome.with { test in
            let photo = try PhotoFixture.jpeg()
            let job = try await test.job(test.submitOne(photo))
            #expect(job.state == .waiting)
            #expect(job.waitReason == .new)
            #expect(job.photoName == "handed-in.jpg")
            #expect(try await PhotoStore(home: test.home).photo(named: job.photo) == photo)
        }
    }

    @Test func `a key names one job of one style, and the second submit finds it`() async throws {
        try await TestHome.with { test in
            let first = try await test.submit(styles: Style.all, key: .name("order-1"))
            let second = try await test.submit(styles: Style.all, key: .name("order-1"))
            #expect(first == second)
            #expect(Set(first).count == 6)
            #expect(try await test.store.counts() == [.waiting: 6])
            let keys = try await test.store.jobs(JobFilter()).compactMap(\.key)
            #expect(Set(keys) == Set(Style.all.map { "order-1/\($0.name)" }))
        }
    }

    @Test func `another person may use the same key`() async throws {
        try await TestHome.with { test in
            let first = try await test.submit(key: .name("order-1"))
            let second = try await test.submit(person: Person("another"), key: .name("order-1"))
            #expect(first != second)
        }
    }

    @Test func `an order keyed by its photo finds the jobs of the same photo, person and style`()
        async throws
    {
        try await TestHome.with { test in
            let front = Style(angle: .front, background: .casual)
            let first = try await test.submit(styles: [front], key: .photo)
            #expect(try await test.submit(styles: [front], key: .photo) == first)
            let all = try await test.submit(styles: Style.all, key: .photo)
            #expect(Set(all).count == 6)
            #expect(all.contains(first[0]))
            let other = try await test.submit(
                PhotoFixture.jpeg(seed: 1), styles: [front], key: .photo)
            let another = try await test.submit(
                styles: [front], person: Person("another"), key: .photo)
            #expect(Set(first + other + another).count == 3)
        }
    }

    @Test func `jobs of one photo share it`() async throws {
        try await TestHome.with { test in
            let photo = try PhotoFixture.jpeg()
            try await test.submit(photo, styles: Style.all)
            try await test.submit(photo)
            #expect(test.files(in: test.home.photos).count == 1)
        }
    }

    @Test func `a refused photo is neither kept nor queued`() async throws {
        try await TestHome.with { test in
            let jobs = try await test.submit(PhotoFixture.jpeg(width: 255))
            #expect(jobs.isEmpty)
            #expect(test.files(in: test.home.photos).isEmpty)
            #expect(try await test.store.counts().isEmpty)
        }
    }

    @Test func `a photo that is pruned while it is submitted again is kept all the same`()
        async throws
    {
        try await TestHome.with { test in
            let photo = try PhotoFixture.jpeg()
            let name = try await PhotoStore(home: test.home).keep(photo)
            var environment = test.environment
            // An id is drawn after the photo was found in the store and before its job is in the queue.
            environment.newID = {
                unsafe unlink("\(test.home.photos)/\(name)")
                return freshID()
            }
            let path = "\(test.home.root)/photo.jpg"
            try photo.write(to: URL(filePath: path))
            let order = PhotoOrder(
                photo: try await Submitter.check(path), styles: Style.all, provider: .gemini,
                person: try #require(TestHome.person))
            let submitter = Submitter(
                store: test.store, home: test.home, environment: environment)
            #expect(try await submitter.submit([order]).count == 6)
            #expect(try await PhotoStore(home: test.home).photo(named: name) == photo)
        }
    }

    @Test func `a repetition has the same photo and person, and a style of its own if wanted`()
        async throws
    {
        try await TestHome.with { test in
            let job = try await test.job(test.submitOne())
            let submitter = Submitter(
                store: test.store, home: test.home, environment: test.environment)
            let same = submitter.repetition(of: job, style: nil)
            #expect(same.photo == job.photo)
            #expect(same.person == job.person)
            #expect(same.payload == job.payload)
            #expect(same.retryOf == job.id)
            #expect(same.id != job.id)
            let style = Style(angle: .right, background: .casual)
            let other = submitter.repetition(of: job, style: style)
            #expect(
                HeadshotOrder(payload: other.payload)
                    == HeadshotOrder(style: style, isForced: true))
        }
    }
}
