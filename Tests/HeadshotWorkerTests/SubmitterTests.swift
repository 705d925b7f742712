import Foundation
import Ground
import JobQueue
import ObjectStore
import PromptFactory
import Synchronization
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// How photos are taken in.
@Suite(.timeLimit(.minutes(10)))
struct SubmitterTests {
    @Test func `a submitted job is in the queue, and its photo in the store`() async throws {
        try await TestHome.with { test in
            let photo = try PhotoFixture.landscape()
            let job = try await test.job(test.submitOne(photo))
            #expect(job.state == .waiting)
            #expect(job.waitReason == .new)
            #expect(job.inputName == "handed-in.jpg")
            #expect(
                try await test.home.photo(named: #require(job.input)).read() == photo)
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
                PhotoFixture.landscape(seed: 1), styles: [front], key: .photo)
            let another = try await test.submit(
                styles: [front], person: Person("another"), key: .photo)
            #expect(Set(first + other + another).count == 3)
        }
    }

    @Test func `jobs of one photo share it, if they were submitted at once`() async throws {
        try await TestHome.with { test in
            let photo = try PhotoFixture.landscape()
            try await test.submit(photo, styles: Style.all)
            #expect(test.files(in: test.home.photos).count == 1)
            // Another submit has a file of its own, so that each can be removed without asking the other.
            try await test.submit(photo)
            #expect(test.files(in: test.home.photos).count == 2)
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

    @Test func `a photo that may be removed while it is submitted is kept under another name`()
        async throws
    {
        try await TestHome.with { test in
            let submitter = Submitter(
                store: test.store, home: test.home, environment: test.environment)
            var environment = test.environment
            let looks = Mutex(0)
            // A day passes between the first photo and its job: then `prune` may take the photo.
            environment.now = {
                looks.withLock {
                    $0 += 1; return test.clock.now + ($0 > 1 ? 86_400 : 0)
                }
            }
            let slow = Submitter(store: test.store, home: test.home, environment: environment)
            let order = try await order(in: test)
            let outcomes = try await slow.submit(submitter.plan([order]))
            let isTaken = if case .taken? = outcomes.first ?? nil { true } else { false }
            #expect(isTaken)
            let job = try #require(try await test.store.jobs(JobFilter()).first)
            #expect(try await test.home.holdsPhoto(#require(job.input)))
            #expect(try await test.home.allPhotos().count == 1)
        }
    }

    @Test func `where every try comes too late for the photos, nothing is queued and none is left`()
        async throws
    {
        try await TestHome.with { test in
            let submitter = Submitter(
                store: test.store, home: test.home, environment: test.environment)
            var environment = test.environment
            let days = Mutex(0.0)
            // A day passes whenever the time is asked for.
            environment.now = {
                days.withLock {
                    $0 += 1; return test.clock.now + $0 * 86_400
                }
            }
            let slow = Submitter(store: test.store, home: test.home, environment: environment)
            let plans = try await submitter.plan([try await order(in: test)])
            await #expect(throws: StorageError.self) { try await slow.submit(plans) }
            #expect(try await test.store.counts().isEmpty)
            #expect(test.files(in: test.home.photos).isEmpty)
        }
    }

    @Test func `a photo of which all jobs are in the queue already is not kept again`()
        async throws
    {
        try await TestHome.with { test in
            let submitter = Submitter(
                store: test.store, home: test.home, environment: test.environment)
            var order = try await order(in: test)
            order.key = .photo
            let plans = try await submitter.plan([order])
            for _ in 0..<2 { _ = try await submitter.submit(plans) }
            #expect(try await test.store.counts() == [.waiting: 1])
            #expect(test.files(in: test.home.photos).count == 1)
        }
    }

    @Test func `a photo that changed since it was planned is not queued`() async throws {
        try await TestHome.with { test in
            let submitter = Submitter(
                store: test.store, home: test.home, environment: test.environment)
            let first = try await order(in: test)
            let second = try await order(in: test, seed: 1)
            var plans = try await submitter.plan([first, second])
            plans[0] = plans[0].withoutBytes
            #expect(plans[0].order.photo.bytes == nil)
            plans[0].order.photo = second.photo
            let outcomes = try await submitter.submit(plans)
            #expect(outcomes.first == .some(nil))
            #expect(outcomes.count == 2)
            #expect(try await test.store.counts() == [.waiting: 1])
            #expect(test.files(in: test.home.photos).count == 1)
        }
    }

    /// What a second order under a key asks for, and whether it is the first one, which is of one photo, in the style
    /// front-professional, by gemini.
    struct SecondOrder: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var seed = 0
        var styles = [Style(angle: .front, background: .professional)]
        var provider = ProviderKind.gemini
        var isForced = true
        var isAnalysis = false
        var isSame = false

        var wish: PhotoOrder.Wish {
            isAnalysis
                ? .analysis()
                : .headshots(HeadshotWish(styles: styles, isForced: isForced, provider: provider))
        }
    }

    @Test(arguments: [
        SecondOrder(testDescription: "the same", isSame: true),
        SecondOrder(testDescription: "the same, not forced", isForced: false, isSame: true),
        SecondOrder(testDescription: "another photo", seed: 1),
        SecondOrder(
            testDescription: "another style",
            styles: [Style(angle: .left, background: .professional)]),
        SecondOrder(testDescription: "all styles", styles: Style.all),
        SecondOrder(testDescription: "another provider", provider: .local),
        SecondOrder(testDescription: "an analysis", isAnalysis: true),
    ])
    func `a key belongs to one order`(_ second: SecondOrder) async throws {
        try await TestHome.with { test in
            let key = OrderKey.name("order-1")
            let first = try #require(try await test.submit(key: key).first)
            let submitter = Submitter(
                store: test.store, home: test.home, environment: test.environment)
            var order = try await order(in: test, seed: second.seed)
            order.wish = second.wish
            order.key = key
            let plans = try await submitter.plan([order])
            let outcome = try #require(try await submitter.submit(plans).first)
            let job = try await test.job(first)
            #expect(plans.first?.state == (second.isSame ? .open([job]) : .keyTaken(by: job)))
            #expect(outcome == (second.isSame ? .taken([.existing(job)]) : .keyTaken(by: job)))
            #expect(try await test.store.counts() == [.waiting: 1])
        }
    }

    @Test(
        arguments: [
            (nil, .studio, true), (.studio, nil, true), (nil, .blur, false), (.own, nil, false),
            (.own, .own, true),
        ] as [(Backdrop?, Backdrop?, Bool)])
    func `a key belongs to one backdrop, and that of the style need not be named`(
        first: Backdrop?, second: Backdrop?, isSame: Bool
    ) async throws {
        try await TestHome.with { test in
            let key = OrderKey.name("order-1")
            let jobs = try await test.submit(provider: .local, backdrop: first, key: key)
            let again = try await test.submit(provider: .local, backdrop: second, key: key)
            #expect(again == (isSame ? jobs : []))
            #expect(try await test.store.counts() == [.waiting: 1])
        }
    }

    @Test func `a photo of a folder has one job before each backdrop`() async throws {
        try await TestHome.with { test in
            for backdrop in [nil, .studio, .blur, .blur, Backdrop.own] {
                try await test.submit(provider: .local, backdrop: backdrop, key: .photo)
            }
            #expect(try await test.store.counts() == [.waiting: 3])
        }
    }

    @Test func `a repetition keeps its backdrop, and a model is told of none`() async throws {
        try await TestHome.with { test in
            let id = try #require(try await test.submit(provider: .local, backdrop: .own).first)
            let job = try await test.job(id)
            let casual = Style(angle: .front, background: .casual)
            func order(style: Style? = nil, by provider: ProviderKind? = nil) -> HeadshotOrder? {
                HeadshotOrder(
                    payload: NewJob(
                        repeating: job, style: style, provider: provider, quote: nil
                    ).payload)
            }
            #expect(order()?.backdrop == .own)
            #expect(order(style: casual)?.backdrop == .own)
            #expect(order(by: .local)?.backdrop == .own)
            #expect(order(by: .gemini)?.backdrop == nil)
            #expect(order(style: casual, by: .gemini)?.backdrop == nil)
            #expect(order(by: .gemini)?.isForced == true)
        }
    }

    @Test func `a key of all styles is taken for one style, and for another photo as a whole`()
        async throws
    {
        try await TestHome.with { test in
            try await test.submit(styles: Style.all, key: .name("order-1"))
            #expect(try await test.submit(key: .name("order-1")).isEmpty)
            let other = try PhotoFixture.landscape(seed: 1)
            #expect(try await test.submit(other, styles: Style.all, key: .name("order-1")).isEmpty)
            #expect(try await test.store.counts() == [.waiting: 6])
        }
    }

    @Test func `jobs of an order that were removed are queued again beside those that are there`()
        async throws
    {
        try await TestHome.with { test in
            let first = try await test.submit(styles: Style.all, key: .name("order-1"))
            _ = try await test.store.cancel(first[0], now: test.clock.now)
            _ = try await test.store.remove([first[0]])
            let again = try await test.submit(styles: Style.all, key: .name("order-1"))
            #expect(again.dropFirst() == first.dropFirst())
            #expect(again.first != first.first)
            #expect(try await test.store.counts() == [.waiting: 6])
        }
    }

    /// An order of a photo, forced, without a key.
    private func order(in test: TestHome, seed: Int = 0) async throws -> PhotoOrder {
        let path = "\(test.home.root)/photo-\(seed).jpg"
        try PhotoFixture.landscape(seed: seed).write(to: URL(filePath: path))
        return PhotoOrder(
            photo: try await Submitter.check(path),
            wish: .headshots(
                HeadshotWish(
                    styles: [Style(angle: .front, background: .professional)], isForced: true,
                    provider: .gemini)), person: try #require(TestHome.person))
    }

    @Test func `a repetition has the same photo and person, and a style of its own if wanted`()
        async throws
    {
        try await TestHome.with { test in
            let job = try await test.job(test.submitOne())
            let same = NewJob(repeating: job, quote: nil)
            #expect(same.input?.photo == job.input)
            #expect(same.person == job.person)
            #expect(same.payload == job.payload)
            #expect(same.retryOf == job.id)
            let style = Style(angle: .right, background: .casual)
            let quote = Quote(model: "m", price: 7)
            let other = NewJob(repeating: job, style: style, quote: quote)
            #expect(other.quote == quote)
            #expect(
                HeadshotOrder(payload: other.payload)
                    == HeadshotOrder(style: style, isForced: true))
        }
    }
}
