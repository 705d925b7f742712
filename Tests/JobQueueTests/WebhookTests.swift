import Foundation
import GRDB
import Testing

@testable import Companion
@testable import JobQueue

/// The webhooks of spaces, and the queue of what they are told.
@Suite(.timeLimit(.minutes(10)))
struct WebhookTests {
    private func url(_ text: String = "https://app.example.com/hook") throws -> WebhookURL {
        try #require(WebhookURL(text))
    }

    @Test(arguments: [
        ("https://shop.example.com/hooks?from=headshot", true), ("HTTPS://shop.example.com", true),
        ("http://127.0.0.1:8080/hook", true), ("http://localhost/hook", true),
        ("http://[::1]:80/hook", true), ("http://shop.example.com/hook", false),
        ("http://127.0.0.1.example.com/hook", false), ("ftp://shop.example.com", false),
        ("https://user:secret@shop.example.com", false), ("https:///hook", false),
        ("https://shop.example.com/#part", false), ("https://shop.example.com/a b", false),
        ("https://shop.example.com:70000/", false), ("shop.example.com", false), ("", false),
        ("https://user%3Asecret%40shop.example.com", false), ("https://user:secret", false),
        ("https://user:12/secret@shop.example.com", false),
        ("https://shop.example.com/" + String(repeating: "a", count: 2048), false),
    ])
    func `a webhook is reached by https, or by http on this machine`(
        text: String, isAccepted: Bool
    ) {
        #expect((WebhookURL(text) != nil) == isAccepted)
    }

    @Test func `a secret is new when a webhook begins, and when it is rotated`() async throws {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            let moved = try await queue.store.change(
                space, webhook: .set(url("https://other.example.com")), now: queue.now)
            #expect(moved?.isSecretNew == false && moved?.record.webhook?.generation == 1)
            let rotated = try #require(
                try await queue.store.rotateWebhook(of: space, overlap: queue.now + 60))
            #expect(rotated.generations(at: queue.now) == [2, 1])
            #expect(rotated.generations(at: queue.now + 60) == [2])
            let ended = try await queue.store.change(space, webhook: .set(nil), now: queue.now)
            #expect(ended?.isSecretNew == false && ended?.record.webhook == nil)
            #expect(
                try await queue.store.rotateWebhook(of: space, overlap: queue.now + 60) == nil)
            let again = try await queue.store.change(
                space, webhook: .set(url()), now: queue.now)
            #expect(again?.isSecretNew == true)
            #expect(again?.record.webhook?.generations(at: queue.now) == [3])
        }
    }

    @Test func `deliveries are sent by space, in the order in which they are due`() async throws {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            let names = try await ended(6, queue)
            var work = try await queue.store.deliveryWork(underWay: [:], most: 4, now: queue.now)
            #expect(work.due.map(\.delivery.id) == Array(names.prefix(4)))
            #expect(work.due.first?.webhook.url == (try url()))
            work = try await queue.store.deliveryWork(
                underWay: [space: Set(names.prefix(3))], most: 4, now: queue.now)
            #expect(work.due.map(\.delivery.id) == [names[3]])
            work = try await queue.store.deliveryWork(
                underWay: [:], most: 4, now: queue.now - 10)
            #expect(work.due.isEmpty && work.next == queue.now)
        }
    }

    @Test func `a clock that is set back by weeks keeps no delivery waiting for weeks`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.addWebhook()
            let names = try await ended(1, queue)
            for (back, isDue) in [(10.0, false), (86_400, false), (14 * 86_400, true)] {
                let work = try await queue.store.deliveryWork(
                    underWay: [:], most: 4, now: queue.now - back)
                #expect(work.due.map(\.delivery.id) == (isDue ? names : []))
            }
        }
    }

    @Test func `an attempt that failed makes its delivery wait, and the last gives it up`()
        async throws
    {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            _ = try await ended(1, queue)
            let first = try await only(of: space, queue)
            try await queue.store.settle(
                first, sentTo: url(),
                .failed(status: 500, reason: "status", again: queue.now + 5), now: queue.now)
            let second = try await only(of: space, queue)
            #expect(second.attempts == 1 && second.due == queue.now + 5)
            #expect(second.lastStatus == 500 && second.state == .pending)
            let work = try await queue.store.deliveryWork(underWay: [:], most: 4, now: queue.now)
            #expect(work.due.isEmpty && work.next == queue.now + 5)
            try await queue.store.settle(
                second, sentTo: url(), .failed(status: nil, reason: "timeout", again: nil),
                now: queue.now + 6)
            #expect(try await only(of: space, queue).state == .failed)
            let state = try #require(try await queue.store.webhooks().first)
            #expect(state.pending == 0 && state.failed == 1)
            #expect(
                state.lastFailure
                    == .init(at: queue.now + 6, status: nil, reason: "timeout"))

            let result = try await queue.store.sendAgain(second.id, of: space, now: queue.now + 7)
            let again = try await only(of: space, queue)
            #expect(result == .pending(again))
            #expect(again.attempts == 0 && again.due == queue.now + 7 && again.body == first.body)
            try await queue.store.settle(
                again, sentTo: url(), .delivered(status: 204), now: queue.now + 8)
            #expect(try await queue.store.undelivered(of: space, limit: 10).isEmpty)
            let figures = try await queue.store.figures(now: queue.now)
            #expect(figures.webhookSuccesses == 1 && figures.webhookFailures == 2)
            #expect(figures.deliveriesPending == 0)
        }
    }

    @Test func `a receiver that wants no more is told no more`() async throws {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            _ = try await ended(2, queue)
            let first = try #require(
                try await queue.store.undelivered(of: space, limit: 10).last)
            // What another address says is not said of this one.
            try await queue.store.settle(
                first, sentTo: url("https://old.example.com"), .refused(status: 410),
                now: queue.now)
            #expect(try await queue.store.record(of: space)?.webhook?.refused == nil)
            try await queue.store.settle(
                first, sentTo: url(), .refused(status: 410), now: queue.now)
            #expect(try await queue.store.record(of: space)?.webhook?.refused == queue.now)
            #expect(
                try await queue.store.undelivered(of: space, limit: 10).map(\.state)
                    == [.failed, .failed])
            _ = try await ended(1, queue)
            #expect(try await queue.store.undelivered(of: space, limit: 10).count == 2)
            #expect(
                try await queue.store.sendAgain(first.id, of: space, now: queue.now)
                    == .noWebhook)
            _ = try await queue.store.change(space, webhook: .set(url()), now: queue.now)
            #expect(try await queue.store.record(of: space)?.webhook?.refused == nil)
        }
    }

    @Test func `what is still to be told is given up when its webhook ends`() async throws {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            _ = try await ended(1, queue)
            let delivery = try await only(of: space, queue)
            _ = try await queue.store.change(space, webhook: .set(nil), now: queue.now)
            #expect(try await only(of: space, queue).lastFailure == "ended")
            // One that was under way may have arrived all the same.
            try await queue.store.settle(
                delivery, sentTo: url(), .delivered(status: 200), now: queue.now)
            #expect(try await queue.store.undelivered(of: space, limit: 10).isEmpty)
        }
    }

    @Test func `an attempt that fails after its webhook has ended does not revive the delivery`()
        async throws
    {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            _ = try await ended(1, queue)
            let work = try await queue.store.deliveryWork(underWay: [:], most: 4, now: queue.now)
            let delivery = try #require(work.due.first?.delivery)
            _ = try await queue.store.change(space, webhook: .set(nil), now: queue.now)
            try await queue.store.settle(
                delivery, sentTo: url(),
                .failed(status: 500, reason: "status", again: queue.now + 60), now: queue.now)
            #expect(try await only(of: space, queue).state == .failed)
            // Nor is it sent again once there is another webhook.
            _ = try await queue.store.change(space, webhook: .set(url()), now: queue.now)
            let later = try await queue.store.deliveryWork(
                underWay: [:], most: 4, now: queue.now + 3600)
            #expect(later.due.isEmpty)
        }
    }

    @Test func `another space's delivery does not exist`() async throws {
        try await TestQueue.with { queue in
            try await queue.addWebhook()
            let names = try await ended(1, queue)
            let other = try #require(Space("other"))
            #expect(
                try await queue.store.sendAgain(names[0], of: other, now: queue.now) == .notFound)
            #expect(try await queue.store.undelivered(of: other, limit: 10).isEmpty)
        }
    }

    @Test func `old deliveries are removed, and those that wait never`() async throws {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            _ = try await ended(3, queue)
            let all = try await queue.store.undelivered(of: space, limit: 10)
            try await queue.store.settle(
                all[0], sentTo: url(), .delivered(status: 200), now: queue.now)
            try await queue.store.settle(
                all[1], sentTo: url(), .failed(status: 500, reason: "status", again: nil),
                now: queue.now)
            func remove(_ arrived: Date, _ givenUp: Date) async throws -> Int {
                try await queue.store.removeDeliveries(
                    arrivedBefore: arrived, givenUpBefore: givenUp)
            }
            #expect(try await remove(queue.now, queue.now) == 0)
            #expect(try await remove(queue.now + 1, queue.now) == 1)
            #expect(try await remove(.distantFuture, .distantFuture) == 1)
            #expect(
                try await queue.store.undelivered(of: space, limit: 10).map(\.id) == [all[2].id])
        }
    }

    @Test func `a backup brings no secret back that was replaced after it`() async throws {
        try await TestQueue.inFile { queue in
            let space = try await queue.addWebhook()
            let backup = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: backup)
            let rotated = try await queue.store.rotateWebhook(of: space, overlap: queue.now)
            _ = try await queue.store.restore(from: backup, keepingReplacedIn: nil)
            #expect(try await queue.store.record(of: space)?.webhook == rotated)
        }
    }

    @Test func `deliveries that wait are found by their index, however many have arrived`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let plan = try queue.sql { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        EXPLAIN QUERY PLAN SELECT * FROM delivery
                        WHERE state <> 'delivered' AND space = ? AND state = 'pending'
                        ORDER BY due_at, id LIMIT ?
                        """, arguments: ["app", 5]
                ).compactMap { $0["detail"] as String? }
            }
            #expect(
                plan == ["SEARCH delivery USING INDEX delivery_open (space=? AND state=?)"])
        }
    }

    /// Ends so many jobs of the app, and returns their deliveries' names in order.
    private func ended(_ count: Int, _ queue: TestQueue) async throws -> [String] {
        var names: [String] = []
        for _ in 0..<count {
            let id = try await queue.submit(.annaOfApp)
            _ = try await queue.store.cancel([id], now: queue.now)
            names.append("msg_\(id)_cancelled_\(queue.now.milliseconds)")
        }
        return names
    }

    private func only(of space: Space, _ queue: TestQueue) async throws -> Delivery {
        let deliveries = try await queue.store.undelivered(of: space, limit: 10)
        #expect(deliveries.count == 1)
        return try #require(deliveries.first)
    }
}
