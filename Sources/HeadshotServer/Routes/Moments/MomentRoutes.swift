import Answers
import Companion
import Foundation
import Ground
import HeadshotWorker
import Hummingbird
import JobQueue
import People
import Setup

/// The routes of small wins: what a person writes down, and the immediate reply.
extension Handlers {
    func addMoments(to routes: Routes) {
        routes.add(
            .post, "/v1/moments", .person(.creates, feature: .moments, asksModel: true), take)
        routes.add(.get, "/v1/moments", .person(.reads, feature: .moments), list)
        routes.add(.get, "/v1/moments/{id}", .person(.reads, feature: .moments)) {
            _, context, caller in
            try .json(try await told(found(context, caller), caller))
        }
        routes.add(.patch, "/v1/moments/{id}", .person(.changes, feature: .moments), change)
        routes.add(.delete, "/v1/moments/{id}", .person(.changes, feature: .moments)) {
            _, context, caller in
            // A moment that cannot be read can still be removed.
            let (id, client) = try await found(context) { id in
                try await session.store.client(ofMoment: id, of: caller.person).map { (id, $0) }
            }
            _ = try await session.store.removeMoment(
                id, asked: WordsKind.praise.key(client), of: caller.person, now: now)
            return Response(status: .noContent)
        }
        routes.add(
            .get, "/v1/days", .person(.reads, feature: .moments, asksModel: true), days)
    }

    private func take(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let wanted = try await RequestBytes.decode(MomentRequest.self, from: request)
        let mood = try wanted.checked()
        let person = caller.person
        let digest = try wanted.digest
        // A repeated moment has its response, whatever has become of the space's settings, and costs one look.
        if let known = try await session.store.moment(of: person, client: wanted.clientId),
            known.digest == digest
        {
            return try .json(try await told(known, caller))
        }
        let record = caller.record
        guard let momentWords = try await people.texts.words(of: record).moments else {
            throw Refusal.featureOff
        }
        let wishes = try await session.store.preferences(of: person)
        let clock = try await people.clock(for: wishes, in: record.settings)
            .moved(to: wanted.timeZone)
        let happened = try clock.taken(wanted.happenedAt ?? clock.now, as: "happened_at")
        let reader = try await people.texts.reader(of: record)
        let text = wanted.text?.unlessBlank
        var said = Moment.Said(
            text: text, note: wanted.note?.unlessBlank, mood: mood?.rawValue,
            photos: wanted.photoCount ?? 0, zone: clock.zone.identifier,
            answer: Moment.Reply(reading: "", text: "", isOfPool: false))
        let reading = reader.read(said, last: wishes.said.language)
        said.answer = Moment.Reply(reading, text: "", isOfPool: false)
        let id = newName().rawValue
        var moment = Moment(
            id: id, person: person, client: wanted.clientId, digest: digest,
            day: clock.day(of: happened), happened: happened,
            submitted: try clock.taken(wanted.submittedAt ?? clock.now, as: "submitted_at"),
            said: said)
        var question: Question?
        if reading.goesToModels(by: record.settings.hardMoments), let text {
            var data: [String: WordsOrder.Value] = [
                "moment": .text(text),
                "seconds_ago": .number(
                    max(0, Int(clamping: clock.now.timeIntervalSince(happened)))),
            ]
            if reading.tone == .recovery { data["read_as"] = .text(reading.tone.rawValue) }
            question = try await people.question(
                .praise, about: wanted.clientId, for: caller.visitor, wishes,
                in: reading.tone.isWin ? nil : .gentle, data: data)
        }
        if question == nil {
            moment.said.answer.obstacle = try await obstacle(
                to: said.text, reading, caller.visitor, wishes)?.rawValue
        }
        let reply: @Sendable ([String]) -> Moment.Reply = { said in
            let praise = Praise(reading, by: momentWords, reader, said: said, seed: id.seed)
            return Moment.Reply(reading, text: praise.text, isOfPool: praise.isOfPool)
        }
        let allowance = try await doors.allowance(in: record)
        let admission = try await doors.keeping(isInDanger: reading.hasSignOfDanger) {
            [moment, question] in
            try await session.store.add(
                moment, asking: question, within: allowance, now: clock.now, reply: reply)
        }
        switch admission {
        case nil:
            moment.said.answer = reply([])
            return try .json(try await told(moment, caller))
        case .kept(let moment):
            if wanted.timeZone != nil { try await noteZone(of: moment, clock) }
            return try .json(
                try await told(moment, caller), status: .created,
                headers: [.location: "/v1/moments/\(moment.id)"])
        case .existing(let moment): return try .json(try await told(moment, caller))
        case .nameTaken(let known): throw Refusal.momentReused(try await told(known, caller))
        case .removed: throw Refusal.momentRemoved
        case .gone: throw Refusal.leaving
        }
    }

    private func list(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let person = caller.person
        var query = request.query
        var filter = MomentFilter()
        filter.day = try query.take("day").map { try LocalDay(requested: $0, as: "day") }
        if let favourite = query.take("favourite") {
            guard let isFavourite = Bool(String(favourite)) else {
                throw Refusal.malformed("'favourite' is true or false.")
            }
            filter.isFavourite = isFavourite
        }
        let page = try PageQuery(query)
        let place = try page.after.map(MomentPlace.init(_:))
        let (found, next) = try await page.read({ MomentPlace($0).cursor }) {
            try await session.store.moments(of: person, filter, after: place, limit: $0)
        }
        let replies = try await people.replies(
            to: .praise, about: found.map(\.client), of: person)
        let (words, help) = try await words(for: caller)
        let moments = found.map { moment in
            MomentResource(moment, replies[WordsKind.praise.key(moment.client)], words, help)
        }
        return try .json(Page("moments", moments, next: next))
    }

    private func change(
        _ request: Request, _ context: ServerContext, _ caller: PersonCaller
    ) async throws -> Response {
        let moment = try await found(context, caller)
        let wanted = try await RequestBytes.decode(MomentChange.self, from: request)
        try wanted.check()
        let record = caller.record
        guard let momentWords = try await people.texts.words(of: record).moments else {
            throw Refusal.featureOff
        }
        let wishes = try await session.store.preferences(of: moment.person)
        let clock = try await people.clock(for: wishes, in: record.settings)
        let edit = try wanted.edit(at: clock)
        var edited = moment
        edit(&edited)
        let reader = try await people.texts.reader(of: record)
        let reading = reader.read(edited.said, last: wishes.said.language)
        // A model is asked about a moment once, whatever becomes of its words; the answer says so, unless the person or the
        // plan forbids it anyway.
        let visitor = Visitor(moment.person, in: record, mayAskModel: true)
        let kept = try await obstacle(to: edited.said.text, reading, visitor, wishes)
        let reason = people.hasModel(record.settings) ? kept ?? .changed : nil
        let changed = try await session.store.changeMoment(
            moment.id, asked: WordsKind.praise.key(moment.client),
            replacesWords: wanted.namesWords, of: moment.person, now: clock.now, edit
        ) { said in
            let praise = Praise(reading, by: momentWords, reader, said: said, seed: moment.id.seed)
            var reply = Moment.Reply(reading, text: praise.text, isOfPool: praise.isOfPool)
            reply.obstacle = reason?.rawValue
            return reply
        }
        guard let changed else { throw Refusal.notFound }
        return try .json(try await told(changed, caller))
    }

    /// Why no model is asked about a moment's words; `nil` where one may be, and in a space without one.
    private func obstacle(
        to text: String?, _ reading: MomentReading, _ visitor: Visitor, _ wishes: Preferences
    ) async throws -> ModelObstacle? {
        let settings = visitor.settings
        guard people.hasModel(settings) else { return nil }
        guard text != nil else { return .noText }
        guard reading.goesToModels(by: settings.hardMoments) else {
            return reading.isUnlisted ? .language : .tone
        }
        return try await people.obstacle(to: .praise, for: visitor, wishes)
    }

    /// A moment with what a model said to it, if one was asked.
    private func told(_ moment: Moment, _ caller: PersonCaller) async throws -> MomentResource {
        let reply = try await people.reply(to: .praise, about: moment.client, of: moment.person)
        let (words, help) = try await words(for: caller)
        return MomentResource(moment, reply, words, help)
    }

    /// The texts for a person's moments, and where the person finds help.
    private func words(for caller: PersonCaller) async throws -> (MomentWords, HelpFinder) {
        let words = try await people.texts.words(of: caller.record)
        guard let moments = words.moments else { throw Refusal.featureOff }
        return (moments, HelpFinder(words, try await session.store.preferences(of: caller.person)))
    }

    private func days(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let person = caller.person
        let page = try PageQuery(request.query)
        let before = try page.after.map { try LocalDay(requested: $0, as: "after") }
        guard let words = try await people.texts.words(of: caller.record).moments else {
            throw Refusal.featureOff
        }
        let (found, next) = try await page.read(\MomentDay.day.description) { limit in
            let days = try await session.store.momentDays(
                of: person, before: before, limit: limit, most: DayResource.bullets,
                asked: WordsKind.praise.key(""))
            if page.after == nil { try await askAboutPast(days, by: words, caller) }
            return days
        }
        let days = try await PersonReader(people).resources(found, of: person, words)
        return try .json(Page("days", days, next: next))
    }

    /// Asks about the last bright days that are over, with their wins alone, as many as the plan allows.
    ///
    /// A day whose moments are others now is asked about anew.
    private func askAboutPast(
        _ days: [MomentDay], by words: MomentWords, _ caller: PersonCaller
    ) async throws {
        let person = caller.person
        let wishes = try await session.store.preferences(of: person)
        let allowances = try await people.allowances(for: caller.visitor, wishes)
        var left = allowances[.daySummary]?.left ?? 0
        guard left > 0 else { return }
        let clock = try await people.clock(for: wishes, in: caller.settings)
        let past = days.filter { day in
            let zone = day.zone.flatMap(TimeZone.init(identifier:))
            return clock.isOver(day.day, alsoIn: zone) && day.text(by: words).isBright
        }.prefix(Self.mostDaysAsked)
        let known = try await people.replies(
            to: .daySummary, about: past.flatMap { [$0.thing, $0.day.description] }, of: person)
        for day in past where left > 0 && known[WordsKind.daySummary.key(day.thing)] == nil {
            if case .answered = known[WordsKind.daySummary.key(day.day.description)] { continue }
            let wins = day.readings.filter { moment in
                guard let reading = MomentReading(moment.reply) else { return false }
                return reading.tone.isWin && reading.goesToModels(by: caller.settings.hardMoments)
            }
            let texts = Array(wins.compactMap(\.text).prefix(Self.mostSummedUp))
            guard !texts.isEmpty else { continue }
            let question = try await people.question(
                .daySummary, about: day.thing, for: caller.visitor, wishes,
                data: ["moments": .texts(texts), "count": .number(wins.count)])
            guard let question else { return }
            // A restored queue may know that one was paid for, and nothing else of it.
            if try await session.store.ask(question, of: person, now: clock.now) { left -= 1 }
        }
    }

    /// A week of them.
    private static let mostDaysAsked = 7

    /// More would only make a long request of a long day.
    private static let mostSummedUp = 20

    private func found(_ context: ServerContext, _ caller: PersonCaller) async throws -> Moment {
        try await found(context) { try await session.store.moment($0, of: caller.person) }
    }

    /// Notes where the person is, by the last moment: one that was written down offline, and is sent late, is not the last.
    private func noteZone(of moment: Moment, _ clock: PersonClock) async throws {
        let last = try await session.store.moments(of: moment.person, limit: 1).first
        if last?.id == moment.id { try await people.note(clock.zone, of: moment.person) }
    }
}

extension LocalDay {
    init(requested text: some StringProtocol, as name: String) throws(Refusal) {
        guard let day = LocalDay(String(text)) else {
            throw .malformed("'\(name)' is a day like 2026-11-21.")
        }
        self = day
    }
}

extension TimeZone {
    init(requested name: String, as member: String = "time_zone") throws(Refusal) {
        guard name.utf8.count <= 64, let zone = TimeZone(identifier: name) else {
            throw .malformed("'\(member)' is a name like Europe/Berlin.")
        }
        self = zone
    }
}

extension MomentReading {
    /// Whether a moment goes to a model: never one that may speak of danger, and by the space's rule only wins.
    fileprivate func goesToModels(by rule: SpaceSettings.HardMoments) -> Bool {
        guard !hasSignOfDanger else { return false }
        switch rule {
        case .models: return true
        case .local: return tone == .cheer
        }
    }

    /// Nil for a reply whose reading this version does not know.
    fileprivate init?(_ reply: Moment.Reply) {
        guard let tone = Tone(rawValue: reply.reading) else { return nil }
        self.init(
            tone: tone, language: reply.language, hasSignOfDanger: reply.hasSignOfDanger == true)
    }
}

extension Moment.Reply {
    fileprivate init(_ reading: MomentReading, text: String, isOfPool: Bool) {
        self.init(
            reading: reading.tone.rawValue, language: reading.language,
            hasSignOfDanger: reading.hasSignOfDanger ? true : nil, text: text, isOfPool: isOfPool)
    }
}
