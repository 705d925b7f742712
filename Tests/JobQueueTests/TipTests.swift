import Foundation
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct TipTests {
    private static let anna = Person.known("anna", in: Space("shop"))

    private func said(_ title: String) -> Tip.Said {
        Tip.Said(title: title, body: "Try it.", part: "light", queries: ["window light"])
    }

    private func tips(
        _ queue: TestQueue, _ type: Tip.Kind = .short, for period: String = "2026-11-21",
        names: String = "t", at moment: Date = TestQueue.now,
        _ choose: @Sendable ([String]) -> [Tip.Said]
    ) async throws -> [Tip]? {
        try await queue.store.tips(
            of: Self.anna, type, for: period, ids: (0..<3).map { "\(names)\($0)" }, now: moment,
            choose: choose)
    }

    @Test func `a period's tips are made once, however many ask at once`() async throws {
        try await TestQueue.with { queue in
            #expect(try await tips(queue) { _ in [said("a")] } == nil)
            try await queue.admit(Self.anna)
            let sets = try await withThrowingTaskGroup(of: [Tip]?.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        try await tips(queue, names: "\(number)-") { _ in [said("\(number)")] }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(sets.count == 10)
            #expect(Set(sets.map { $0?.map(\.said.title) }).count == 1)
            #expect(try await queue.store.tips(of: Self.anna, limit: .max).count == 1)
        }
    }

    @Test func `the choice knows what was said before, of its own kind, the last one last`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            _ = try await tips(queue, for: "2026-11-20", names: "a") { _ in
                [said("one"), said("two")]
            }
            let later = queue.now + 60
            _ = try await tips(queue, .long, for: "2026-W47", names: "b", at: later) { _ in
                [said("long")]
            }
            _ = try await tips(queue, names: "c", at: later) { said in
                said.map { self.said("after \($0)") }
            }
            let told = try await queue.store.tips(of: Self.anna, limit: .max)
            #expect(
                Set(told.filter { $0.period == "2026-11-21" }.map(\.said.title))
                    == ["after one", "after two"])
            let last = try await tips(queue, for: "2026-11-22", names: "d", at: later + 60) {
                said in
                [self.said(said.joined(separator: ", "))]
            }
            #expect(last?.first?.said.title == "one, two, after one, after two")
        }
    }

    @Test func `who did a tip keeps its words and its time, and can open it again`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            _ = try await tips(queue) { _ in [said("local")] }
            let done = queue.now
            let changed = try await queue.store.completeTip(
                "t0", of: Self.anna, as: said("told"), now: done)
            #expect(changed?.completed == done)
            #expect(changed?.said.title == "told")
            _ = try await queue.store.completeTip(
                "t0", of: Self.anna, as: said("told"), now: done + 60)
            let kept = try await queue.store.tip("t0", of: Self.anna)
            #expect(kept?.completed == done)
            let titles = try await queue.store.titlesDone(by: Self.anna, since: done, limit: 9)
            #expect(titles == ["told"])
            let later = try await queue.store.titlesDone(
                by: Self.anna, since: done + 1, limit: 9)
            #expect(later.isEmpty)
            _ = try await queue.store.completeTip("t0", of: Self.anna, as: nil, now: queue.now)
            #expect(try await queue.store.tip("t0", of: Self.anna)?.completed == nil)
            let other = Person.known("ben", in: Space("shop"))
            #expect(try await queue.store.tip("t0", of: other) == nil)
            #expect(
                try await queue.store.completeTip("t0", of: other, as: nil, now: queue.now) == nil)
        }
    }

    @Test func `a newer scan changes the tips of the day that are open, once`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            func tips(
                _ names: String, after scan: String?, _ titles: [String]
            ) async throws -> [String] {
                let new = titles.map { title in
                    var said = said(title)
                    said.scans = scan.map { [$0] }
                    return said
                }
                let tips = try await queue.store.tips(
                    of: Self.anna, .short, for: "2026-11-21", ids: (0..<3).map { "\(names)\($0)" },
                    after: scan, now: queue.now
                ) { _ in new }
                return (tips ?? []).map(\.said.title)
            }
            #expect(try await tips("a", after: nil, ["x", "y", "z"]) == ["x", "y", "z"])
            #expect(try await tips("b", after: nil, ["no"]) == ["x", "y", "z"])
            _ = try await queue.store.completeTip(
                "a1", of: Self.anna, as: said("y"), now: queue.now)
            #expect(try await tips("c", after: "scan1", ["p", "y", "q"]) == ["p", "y", "q"])
            #expect(try await tips("d", after: "scan1", ["no"]) == ["p", "y", "q"])
            // What was chosen by a scan goes with it, and what is done stays.
            _ = try await queue.store.removeScan(
                "scan1", asked: "coach_summary/scan1", of: Self.anna, now: queue.now)
            #expect(try await tips("e", after: nil, ["x", "z"]) == ["x", "y", "z"])
            let done = try await queue.store.tipsDone(
                by: Self.anna, .short, before: nil, limit: 9)
            #expect(done.map(\.said.title) == ["y"])
        }
    }

    @Test func `a week's tips of a scan go with it, and are chosen anew`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            var measured = said("Add a little height")
            measured.scans = ["scan1"]
            let tip = measured
            let first = try await tips(queue, .long, for: "2026-W47") { _ in [tip] }
            #expect(first?.count == 1)
            let scan = Scan(
                id: "scan1", person: Self.anna, key: nil,
                digest: String(repeating: "d", count: 64), answer: Scan.sampleAnswer,
                created: queue.now)
            #expect(
                try await queue.store.add(scan, by: PlanTable(), now: queue.now) == .kept)
            #expect(
                try await queue.store.removeScan(
                    "scan1", asked: "coach_summary/scan1", of: Self.anna, now: queue.now))
            let next = try await tips(queue, .long, for: "2026-W47", names: "n") { _ in
                [said("Choose your window")]
            }
            #expect(next?.map(\.said.title) == ["Choose your window"])
        }
    }

    @Test func `what a model wrote by a scan goes with it, also once all its tips are done`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let scan = Scan(
                id: "scan1", person: Self.anna, key: nil,
                digest: String(repeating: "d", count: 64), answer: Scan.sampleAnswer,
                created: queue.now)
            #expect(
                try await queue.store.add(scan, by: PlanTable(), now: queue.now) == .kept)
            func chosen(_ title: String, by scan: String) -> Tip.Said {
                var said = said(title)
                said.scans = [scan]
                return said
            }
            let (first, second) = (chosen("x", by: "scan1"), chosen("y", by: "scan2"))
            let question = Question(
                key: "tips_short/2026-11-21/scan1", kind: JobKind(rawValue: "tips_short"),
                payload: "{}", provider: "gemini",
                fleeting: Fleeting(until: queue.now + 600, dailyLimit: 9))
            _ = try await queue.store.tips(
                of: Self.anna, .short, for: "2026-11-21", ids: ["a0"], after: "scan1",
                asking: question, now: queue.now
            ) { _ in [first] }
            _ = try await queue.store.completeTip("a0", of: Self.anna, as: first, now: queue.now)
            // Another scan of the day, whose tip is open.
            _ = try await queue.store.tips(
                of: Self.anna, .short, for: "2026-11-21", ids: ["b0", "b1"], after: "scan2",
                now: queue.now
            ) { _ in [second] }
            func reply() async throws -> Reply {
                try await queue.store.reply(to: question.key, of: Self.anna, now: queue.now)
            }
            guard case .pending = try await reply() else {
                Issue.record("it was not asked")
                return
            }
            #expect(
                try await queue.store.removeScan(
                    "scan1", asked: "coach_summary/scan1", of: Self.anna, now: queue.now))
            guard case .gone = try await reply() else {
                Issue.record("it is still there")
                return
            }
            let kept = try await queue.store.tips(of: Self.anna, limit: .max).map(\.said.title)
            #expect(kept == ["x", "y"])
        }
    }

    @Test func `done tips come page by page, the last one first`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            _ = try await tips(queue) { _ in [said("a"), said("b"), said("c")] }
            for (place, id) in ["t0", "t1", "t2"].enumerated() {
                _ = try await queue.store.completeTip(
                    id, of: Self.anna, as: said(id), now: queue.now + Double(place / 2))
            }
            var found: [String] = []
            var last: TipPosition?
            repeat {
                let page = try await queue.store.tipsDone(
                    by: Self.anna, .short, before: last, limit: 1)
                found += page.map(\.id)
                last = page.last.flatMap { TipPosition($0) }
                if let position = last { #expect(TipPosition(position.text) == position) }
            } while last != nil
            #expect(found == ["t2", "t1", "t0"])
            for text in ["", "zzz", "1", "-1.a", "1.", "99999999999999999999.a"] {
                #expect(TipPosition(text) == nil, "\(text)")
            }
        }
    }

    @Test func `a model is asked about new tips and a new match, once and with them`() async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            func question(_ key: String) -> Question {
                Question(
                    key: key, kind: JobKind(rawValue: "tips_short"), payload: "{}",
                    provider: "gemini",
                    fleeting: Fleeting(until: queue.now + 600, dailyLimit: 9))
            }
            for _ in 0..<2 {
                _ = try await queue.store.tips(
                    of: Self.anna, .short, for: "2026-11-21", ids: ["a"],
                    asking: question("tips"), now: queue.now
                ) { _ in [said("one")] }
                _ = try await queue.store.changePreferences(
                    of: Self.anna, asking: question("match"), now: queue.now
                ) { $0.celebrity = "{}" }
            }
            #expect(try await queue.store.jobs(JobFilter(person: Self.anna), limit: 9).count == 2)
        }
    }
}
