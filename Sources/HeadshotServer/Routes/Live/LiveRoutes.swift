import Answers
import Companion
import CrashPoints
import FaceFacts
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import People
import Setup

/// The routes of a coach that looks through a camera: a sentence at once, and a model's in its place a moment later.
extension Handlers {
    func addLive(to routes: Routes) {
        routes.add(
            .post, "/v1/live",
            .person(.creates, feature: .live, plan: .coaching, asksModel: true), take)
        routes.add(.get, "/v1/turns", .person(.reads, feature: .live), list)
    }

    var turns: TurnReader { TurnReader(people) }

    private func take(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let person = caller.person
        let rules = try await rules(of: caller)
        let words = try await people.texts.words(of: caller.record)
        let wishes = try await session.store.preferences(of: person)
        guard let coaching = Coaching(words.coach, wishes) else { throw Refusal.featureOff }
        let slot = try await doors.arrival(nil, of: person, in: caller.record)
        defer { slot.leave() }
        let frame = try await LiveFrame(request, session)
        let reader = try await people.texts.reader(of: caller.record)
        let reading = frame.question.map {
            reader.read([$0], mood: nil, last: wishes.said.language)
        }
        let asksModel = reading?.goesToCoach ?? true
        let care = coaching.care(reading, reader)
        // A person in danger does not wait for a better moment, or for a better frame.
        let pause = care == nil ? Self.pause : 0
        let place = try await session.store.placeForTurn(
            of: person, client: frame.client, digest: frame.digest,
            isQuestion: frame.question != nil, pause: pause, now: now)
        if let known = try place.demand() {
            return try .json(try await told(known, words))
        }
        var look: Look?
        if care == nil {
            try await doors.requireRoom(for: .frame, of: person, in: caller.record)
            look = try await doors.counting(.frame, of: person, in: caller.record) {
                try await self.look(at: frame, showing: asksModel, of: caller.person)
            }
        }
        var question: Question?
        if let look, let small = look.small {
            question = try await people.question(
                .liveTurn, about: frame.client, for: caller.visitor, wishes,
                as: coaching.persona.id,
                data: try await data(of: look, frame, person, wishes, words, by: rules),
                showing: small.name)
        }
        var said =
            care
            ?? coaching.sentence(
                look?.photo, look?.seen,
                frame.question.flatMap { text in reading.map { (text, $0) } },
                by: rules, seed: frame.digest.seed)
        if question == nil { said.obstacle = try await obstacle(reading, caller, wishes)?.rawValue }
        func turn(_ role: Turn.Role, _ words: Turn.Content) -> Turn {
            Turn(
                id: newName().rawValue, person: person, role: role, client: frame.client,
                digest: frame.digest, said: now, words: words)
        }
        let asked = frame.question.map {
            turn(.person, Turn.Content(text: $0, goesToModels: asksModel))
        }
        let answer = turn(.coach, said)
        let allowance = try await doors.allowance(in: caller.record)
        let kept = try await doors.keeping(isInDanger: care != nil) { [question] in
            try await session.store.add(
                answer, after: asked, asking: question, pause: pause, within: allowance, now: now)
        }
        guard let (outcome, isNew) = kept else {
            return try .json(try await told(answer, words))
        }
        guard let turn = try outcome.demand() else { throw Refusal.defect }
        if isNew, let small = look?.small, let job = turn.job {
            // A model is asked once in five seconds, also where a question follows a frame.
            let due = try await session.store.timeToAsk(
                about: frame.client, of: person, pause: Self.pause,
                patience: WordsKind.liveTurn.patience, now: now)
            try await send(small, with: job, at: due)
        }
        return try .json(try await told(turn, words), status: isNew ? .created : .ok)
    }

    /// Why no model is asked about a frame; `nil` where one may be, and in a space without one.
    private func obstacle(
        _ reading: MomentReading?, _ caller: PersonCaller, _ wishes: Preferences
    ) async throws -> ModelObstacle? {
        guard people.hasModel(caller.settings) else { return nil }
        if let reading, !reading.goesToCoach {
            return reading.isUnlisted ? .language : .tone
        }
        return try await people.obstacle(to: .liveTurn, for: caller.visitor, wishes)
    }

    private struct Look {
        let photo: AnalyzedPhoto
        let facts: FaceFacts
        /// Nil without exactly one face.
        let seen: ScanAnswer?
        /// What a model may look at; nil for what goes to no model.
        let small: SmallFrame?
    }

    /// Looks at a frame behind the fences; throws if it is not a picture.
    ///
    /// - Parameter asksModel: Whether a model may see it, too.
    private func look(
        at frame: LiveFrame, showing asksModel: Bool, of person: Person
    ) async throws -> Look {
        let photo = try await looks.look(
            "frame", side: Self.side, of: person, ArrivedPhoto(intake: frame.photo))
        guard let analysis = photo.analysis else { throw Refusal.photoRefused(photo) }
        let seen = ScanAnswer(photo, side: nil)
        var small: SmallFrame?
        if seen != nil, asksModel, let picture = photo.picture {
            small = try await SmallFrame(picture, newName(), in: session.home)
        }
        return Look(photo: photo, facts: analysis.facts, seen: seen, small: small)
    }

    /// Keeps a frame for its job, which the queue knows of already; so it goes with the job in any case.
    private func send(_ frame: SmallFrame, with job: JobID, at due: Date) async throws {
        CrashPoint.reach(.turnWritten)
        try await frame.keep()
        CrashPoint.reach(.frameKept)
        if try await !session.store.releaseHeldJob(job, with: frame.name, now: due) {
            try await session.finishRemovals()
        }
    }

    /// What a model gets: the frame, facts of the person, and the turns before.
    private func data(
        of look: Look, _ frame: LiveFrame, _ person: Person, _ wishes: Preferences, _ words: Words,
        by rules: PlanRules
    ) async throws -> [String: WordsOrder.Value] {
        var data = Coaching.facts(of: look.facts, look.seen?.weaknesses ?? [], by: rules)
        if let asked = frame.question { data["question"] = .text(asked) }
        if let theme = wishes.said.theme { data["theme"] = .text(theme) }
        if let shape = wishes.said.faceShape { data["face_shape"] = .text(shape) }
        let last = try await session.store.turns(of: person, limit: Self.remembered)
            .filter(\.words.goesToModels)
        let told = try await turns.resources(last, of: person, words)
        if !told.isEmpty {
            data["last_turns"] = .texts(told.reversed().map { "\($0.role): \($0.text)" })
        }
        return data
    }

    private func list(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let person = caller.person
        let page = try PageQuery(request.query)
        let place = try page.place(in: "t")
        let (found, next) = try await page.read({ $0.place.cursor(in: "t") }) {
            try await session.store.turns(of: person, before: place, limit: $0)
        }
        let words = try await people.texts.words(of: caller.record)
        return try .json(
            Page("turns", try await turns.resources(found, of: person, words), next: next))
    }

    private func told(_ turn: Turn, _ words: Words) async throws -> TurnResource {
        guard let told = try await turns.resources([turn], of: turn.person, words).first else {
            throw Refusal.defect
        }
        return told
    }

    /// In seconds, between two frames of a person.
    private static let pause: TimeInterval = 5
    /// In pixels: enough to see light and pose by.
    private static let side = 512
    private static let remembered = 6
}

/// A frame as a model gets it: small, upright, and without metadata.
private struct SmallFrame {
    let name: String
    private let photo: PhotoIntake

    init(_ picture: Data, _ name: RandomName, in home: HeadshotHome) async throws {
        photo = try await PhotoIntake(home: home)
        try await photo.append(picture)
        self.name = await photo.name(by: name)
    }

    func keep() async throws { try await photo.keep(as: name) }
}

extension TurnAdmission {
    /// The turn that is there already, nil if there is a place for one; throws if there is none.
    fileprivate func demand() throws(Refusal) -> Turn? {
        switch self {
        case .free: return nil
        case .existing(let turn): return turn
        case .nameTaken: throw .frameReused
        case .tooSoon(let seconds):
            let wait = max(1, Int(clamping: seconds, rounding: .up))
            throw Refusal(.tooSoon, retryAfter: wait)
        case .gone: throw .leaving
        }
    }
}
