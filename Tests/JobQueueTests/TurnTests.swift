import Foundation
import Ground
import JobQueue
import Testing

@testable import Companion

/// What is said in front of a camera, and the frames that models look at.
@Suite(.timeLimit(.minutes(10)))
struct TurnTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let bert = Person.known("bert", in: Space("shop"))
    private static let frame = String(repeating: "c", count: 64) + ".0123456789"

    private func turn(
        _ client: String, role: Turn.Role = .coach, digest: Character = "d",
        at moment: Date = TestQueue.now, person: Person = anna
    ) -> Turn {
        Turn(
            id: "\(client)-\(role.rawValue)", person: person, role: role, client: client,
            digest: String(repeating: digest, count: 64), said: moment,
            words: Turn.Content(text: "Face the window.", goesToModels: true))
    }

    private func question(
        _ client: String, photo: String? = frame, at moment: Date = TestQueue.now
    ) -> Question {
        var question = Question(
            key: "live_turn/\(client)", kind: JobKind(rawValue: "live_turn"),
            payload: #"{"data":{}}"#, provider: "gemini",
            fleeting: Fleeting(until: moment + 10, dailyLimit: 9))
        question.photo = photo
        return question
    }

    private func add(
        _ queue: TestQueue, _ turn: Turn, after asked: Turn? = nil, asking: Question? = nil
    ) async throws -> (place: TurnAdmission, isNew: Bool) {
        try await queue.store.add(turn, after: asked, asking: asking, pause: 5, now: turn.said)
    }

    private func withShop(_ body: (TestQueue) async throws -> Void) async throws {
        try await TestQueue.with { queue in
            let settings = SpaceSettings(provider: "gemini")
            _ = try await queue.store.add(Self.anna.space, settings, now: queue.now)
            try await queue.admit(Self.anna)
            try await queue.admit(Self.bert)
            try await body(queue)
        }
    }

    @Test func `two frames within five seconds are one, for each person and each name`()
        async throws
    {
        try await withShop { queue in
            #expect(try await add(queue, turn("one")).isNew)
            for (seconds, left) in [(0.0, 5.0), (4.9, 0.1), (-3, 2)] {
                let place = try await add(queue, turn("two", at: queue.now + seconds)).place
                guard case .tooSoon(let wait) = place else {
                    Issue.record("\(place)")
                    continue
                }
                #expect(abs(wait - left) < 0.001)
            }
            #expect(try await add(queue, turn("own", person: Self.bert)).isNew)
            // The same again is known however soon, and is not another.
            let known = turn("one")
            #expect(try await add(queue, known).place == .existing(known))
            #expect(try await add(queue, turn("one", digest: "e")).place == .nameTaken)
            #expect(try await add(queue, turn("two", at: queue.now + 5)).isNew)
            let stranger = Person.known("carl", in: Space("shop"))
            let place = try await queue.store.placeForTurn(
                of: stranger, client: "one", digest: known.digest, pause: 5, now: queue.now)
            #expect(place == .free)
            #expect(try await add(queue, turn("one", person: stranger)).place == .gone)
        }
    }

    @Test func `a question does not wait for the frame before it, but for the question before it`()
        async throws
    {
        try await withShop { queue in
            func ask(_ client: String, _ seconds: Double) async throws -> TurnAdmission {
                let moment = queue.now + seconds
                return try await add(
                    queue, turn(client, at: moment),
                    after: turn(client, role: .person, at: moment)
                ).place
            }
            #expect(try await add(queue, turn("frame")).isNew)
            guard case .existing = try await ask("one", 1) else {
                Issue.record("it waits for a frame")
                return
            }
            #expect(try await ask("two", 4) == .tooSoon(2))
            // A frame gives way to a question.
            #expect(try await add(queue, turn("next", at: queue.now + 5)).place == .tooSoon(1))
            guard case .existing = try await ask("two", 6) else {
                Issue.record("it still waits")
                return
            }
        }
    }

    /// When each frame comes, whether a question comes with it, and when a model is asked about it.
    private static let requests: [(seconds: Double, isQuestion: Bool, due: Double)] = [
        (0, false, 0), (1, true, 5), (6, false, 10), (6.5, true, 15), (11.5, false, 20),
        // Too late to be sent, and so nothing waits for it.
        (12, true, 25), (17, false, 25),
    ]

    @Test func `a model is asked once in five seconds, also where questions follow frames`()
        async throws
    {
        try await withShop { queue in
            for (number, request) in Self.requests.enumerated() {
                let (seconds, isQuestion, expected) = request
                let (client, moment) = ("\(seconds)", queue.now + seconds)
                let photo = String(Self.frame.dropLast()) + "\(number)"
                let asked = isQuestion ? turn(client, role: .person, at: moment) : nil
                let (place, _) = try await add(
                    queue, turn(client, at: moment), after: asked,
                    asking: question(client, photo: photo, at: moment))
                guard case .existing(let kept) = place, let job = kept.job else {
                    Issue.record("\(place)")
                    return
                }
                let due = try await queue.store.timeToAsk(
                    about: client, of: Self.anna, pause: 5, patience: 10, now: moment)
                #expect(due == queue.now + expected, "\(seconds)")
                _ = try await queue.store.releaseHeldJob(job, with: photo, now: due)
            }
        }
    }

    @Test func `a question waits for a frame whose photo is on its way, and for no clock set back`()
        async throws
    {
        try await withShop { queue in
            #expect(try await add(queue, turn("one"), asking: question("one")).isNew)
            for (seconds, expected) in [(1.0, 5.0), (-3600, -3600)] {
                let due = try await queue.store.timeToAsk(
                    about: "two", of: Self.anna, pause: 5, patience: 10, now: queue.now + seconds)
                #expect(due == queue.now + expected)
            }
        }
    }

    @Test func `a turn that no model is asked about any more on its day says so`() async throws {
        try await withShop { queue in
            var asked = question("one")
            asked.fleeting = Fleeting(until: queue.now + 10, dailyLimit: 0)
            let (place, isNew) = try await add(queue, turn("one"), asking: asked)
            #expect(isNew)
            let kept = try await queue.store.turns(of: Self.anna, limit: 1).first
            #expect(kept.map { place == .existing($0) } == true)
            #expect(kept?.job == nil)
            #expect(kept?.words.obstacle == ModelObstacle.dailyLimit.rawValue)
        }
    }

    @Test func `many frames at once have one place`() async throws {
        try await withShop { queue in
            let places = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await add(
                            queue, turn("\(number)"), after: turn("\(number)", role: .person),
                            asking: question("\(number)")
                        ).isNew
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(places.count { $0 } == 1)
            #expect(try await queue.store.turns(of: Self.anna, limit: 9).count == 2)
        }
    }

    @Test func `a chat is told newest first, page by page`() async throws {
        try await withShop { queue in
            for number in 0..<3 {
                let moment = queue.now + Double(number) * 5
                _ = try await add(
                    queue, turn("\(number)", at: moment),
                    after: turn("\(number)", role: .person, at: moment))
            }
            func ids(before id: String?) async throws -> [String] {
                let all = try await queue.store.turns(of: Self.anna, limit: 9)
                let place = all.first { $0.id == id }?.place.seq
                return try await queue.store.turns(of: Self.anna, before: place, limit: 2)
                    .map(\.id)
            }
            #expect(try await ids(before: nil) == ["2-coach", "2-person"])
            #expect(try await ids(before: "2-person") == ["1-coach", "1-person"])
            #expect(try await queue.store.removeTurns(before: queue.now + 6) == 4)
            #expect(try await ids(before: nil) == ["2-coach", "2-person"])
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            #expect(try await ids(before: nil).isEmpty)
        }
    }

    @Test func `a job waits for its frame, and is not sent without`() async throws {
        try await withShop { queue in
            let (place, _) = try await add(queue, turn("one"), asking: question("one"))
            guard case .existing(let kept) = place, let job = kept.job else {
                Issue.record("\(place)")
                return
            }
            #expect(try await queue.store.turn(of: job) == kept)
            #expect(try await queue.job(job).waitReason == .photo)
            let early = try await queue.claim()
            guard case .idle = early else {
                Issue.record("\(early)")
                return
            }
            #expect(try await queue.store.releaseHeldJob(job, with: Self.frame, now: queue.now))
            #expect(try await queue.take().job.input == Self.frame)
            #expect(try await queue.store.markedPhotos().isEmpty)
        }
    }

    /// The ways in which the job of a frame can end.
    enum Ending: CaseIterable {
        case answered, failed, expired, forgotten
    }

    @Test(arguments: Ending.allCases)
    func `a frame is given up with its job, however that ends, also where photos stay`(
        ending: Ending
    ) async throws {
        try await withShop { queue in
            let (place, _) = try await add(queue, turn("one"), asking: question("one"))
            guard case .existing(let kept) = place, let job = kept.job else {
                Issue.record("\(place)")
                return
            }
            if [.answered, .failed].contains(ending) {
                _ = try await queue.store.releaseHeldJob(job, with: Self.frame, now: queue.now)
                try await queue.run(
                    to: ending == .answered
                        ? .succeeded(outcome: #"{"tip":"Chin up."}"#)
                        : .failed(reason: .noImage, detail: nil))
            } else if ending == .expired {
                #expect(try await !queue.store.endExpired(now: queue.now + 9))
                #expect(try await queue.store.endExpired(now: queue.now + 10))
            } else {
                try await queue.store.beginToForget(Self.anna, now: queue.now)
            }
            #expect(try await queue.store.markedPhotos() == [Self.frame])
            try await queue.store.unmark(photos: [Self.frame])
            // A frame that comes after the end of its job goes, too.
            #expect(try await !queue.store.releaseHeldJob(job, with: Self.frame, now: queue.now))
            #expect(try await queue.store.markedPhotos() == [Self.frame])
        }
    }

    @Test func `what a model said goes with its turn, and is not asked for again`() async throws {
        try await withShop { queue in
            let asked = question("one", photo: nil)
            #expect(try await add(queue, turn("one"), asking: asked).isNew)
            try await queue.run(to: .succeeded(outcome: #"{"tip":"Chin up."}"#))
            func reply() async throws -> Reply {
                try await queue.store.reply(to: asked.key, of: Self.anna, now: queue.now)
            }
            #expect(try await reply() == .answered(#"{"tip":"Chin up."}"#, provider: "gemini"))
            #expect(try await queue.store.removeTurns(before: queue.now + 1) == 1)
            guard case .gone = try await reply() else {
                Issue.record("it is told")
                return
            }
            let (place, isNew) = try await add(
                queue, turn("one", at: queue.now + 60), asking: asked)
            guard case .existing(let turn) = place else {
                Issue.record("\(place)")
                return
            }
            #expect(isNew)
            #expect(turn.job == nil)
        }
    }
}
