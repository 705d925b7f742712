import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import NIOCore
import ObjectStore
import People
import Setup

/// The routes of one person: the plan and what is left of it, all that is kept, and the way out.
extension Handlers {
    func addMe(to routes: Routes) {
        routes.add(.get, "/v1/me", .person(.reads)) { _, _, caller in
            try .json(try await persons.me(caller.person, in: caller.record))
        }
        routes.add(.get, "/v1/me/export", .person(.reads)) { _, _, caller in
            try await export(caller)
        }
        routes.add(.patch, "/v1/me", .person(.creates), change)
        routes.add(.delete, "/v1/me", .person(.changes)) { _, _, caller in
            try await forget(caller.person)
        }
    }

    /// Sends all that is kept of a person while it is read.
    private func export(_ caller: PersonCaller) async throws -> Response {
        let export = try await PersonExport(
            of: caller.person, in: caller.record, persons, isPretty: false)
        return Response(
            status: .ok, headers: StreamedResponse.export.headers,
            body: ResponseBody { writer in
                var export = export
                while let part = try await export.next() {
                    try await writer.write(ByteBuffer(string: part))
                    try await session.recheck(caller.caller)
                }
                try await writer.finish(nil)
            })
    }

    private var persons: PersonReader { PersonReader(people) }

    private func change(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let record = caller.record
        let person = caller.person
        let wanted = try await RequestBytes.decode(MeRequest.self, from: request)
        let now = now
        let change = try wanted.change(
            in: record.settings, try await people.texts.words(of: record),
            personas: session.configuration.personas, now: now)
        let changed = try await session.store.changePreferences(
            of: person, withdrawingBy: wanted.namesModels ? record.settings : nil, now: now
        ) { wishes in
            let before = wishes
            change(&wishes)
            wishes.noteReminders(since: before, now: now)
        }
        guard let changed else { throw Refusal.leaving }
        if wanted.namesModels, changed.allowsModels(in: record.settings) != true {
            // The frames that waited with what was withdrawn.
            try await session.janitor.finishPhotos()
        }
        return try .json(try await persons.me(person, in: record))
    }

    /// Removes all that is a person's: at once, or as soon as a running job has ended.
    func forget(_ person: Person) async throws -> Response {
        try await session.store.beginToForget(person, now: now)
        do {
            _ = try await session.janitor.forget(person, results: session.results)
            return Response(status: .noContent)
        } catch WorkerError.personIsBusy {
            return Response(status: .accepted)
        } catch StorageError.unavailable {
            // What is left goes once it can be reached: what was begun is gone on with every hour.
            throw Refusal.store
        }
    }
}

/// What a person changes of the earlier answers; a member that is left out stays, one that is null goes.
struct MeRequest: Decodable, Sendable {
    private let timeZone: Change<String>
    private let country: Change<String>
    private let reminders: Change<Bool>
    private let reminderTime: Change<String>
    private let persona: Change<String>
    private let theme: Change<String>
    private let faceShape: Change<String>
    private let onboarded: Change<Bool>
    private let allowsModels: Change<Bool>

    /// Whether it says if a model may be asked.
    var namesModels: Bool { allowsModels.isNamed }

    /// The change, for a space that offers what is changed.
    ///
    /// - Parameter personas: Those that have a file among the prompts.
    func change(
        in settings: SpaceSettings, _ words: Words, personas: [String], now: Date
    ) throws(Refusal) -> @Sendable (inout Preferences) -> Void {
        if let name = timeZone.value { _ = try TimeZone(requested: name) }
        if let code = country.value, !Self.isCountry(code) {
            throw .malformed("'country' is a code of ISO 3166 such as DE.")
        }
        let needs: [(isNamed: Bool, oneOf: Set<SpaceSettings.Feature>)] = [
            (reminders.isNamed || reminderTime.isNamed, [.reminders]),
            (theme.isNamed || faceShape.isNamed, [.profile]),
            (persona.isNamed, [.coach, .live]),
        ]
        for need in needs where need.isNamed && settings.features.isDisjoint(with: need.oneOf) {
            throw .featureOff
        }
        try Self.check(
            "persona", persona.value,
            among: (words.coach?.personas ?? []).map(\.id).filter(personas.contains))
        try Self.check("theme", theme.value, among: words.themes ?? [])
        try Self.check("face_shape", faceShape.value, among: words.shapes.sorted())
        var minutes: Int?
        if let text = reminderTime.value {
            minutes = Self.minutes(text)
            guard minutes != nil else {
                throw .malformed("'reminder_time' is a time like 08:00.")
            }
        }
        return { [self, minutes] wishes in
            timeZone.apply(to: &wishes.timeZone)
            country.apply(to: &wishes.said.country)
            reminders.apply(to: &wishes.wantsReminders, elseTo: false)
            if reminderTime.isNamed {
                wishes.reminderMinutes = minutes ?? Preferences.usualReminder
            }
            persona.apply(to: &wishes.said.persona)
            theme.apply(to: &wishes.said.theme)
            faceShape.apply(to: &wishes.said.faceShape)
            onboarded.apply(to: &wishes.said.isOnboarded, elseTo: false)
            allowsModels.apply(to: &wishes.said.allowsModels, elseTo: true)
            if allowsModels.isNamed {
                wishes.said.answeredModels = allowsModels.value.map { _ in now }
            }
        }
    }

    private static func check(
        _ name: String, _ value: String?, among choices: [String]
    ) throws(Refusal) {
        guard let value, !choices.contains(value) else { return }
        throw .malformed("'\(name)' is one of \(choices.joined(separator: ", ")).")
    }

    private static func isCountry(_ code: String) -> Bool {
        // ICU knows ZZ as the code of an unknown region.
        code.wholeMatch(of: /[A-Z]{2}/) != nil && Locale.Region(code).isISORegion && code != "ZZ"
    }

    private static func minutes(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /([01][0-9]|2[0-3]):([0-5][0-9])/),
            let hours = Int(digits: match.1, in: 0...23),
            let minutes = Int(digits: match.2, in: 0...59)
        else { return nil }
        return hours * 60 + minutes
    }
}
