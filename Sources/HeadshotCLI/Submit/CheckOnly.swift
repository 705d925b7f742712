import Answers
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import PromptFactory
import Setup

/// `headshot submit --check-only`: judges photos as a worker would and prints their cost; queues nothing.
struct CheckOnly {
    let command: SubmitCommand
    let configuration: Configuration

    func run() async throws {
        let record = try await record()
        let provider = try command.providerKind(of: record, configuration)
        let shrinker = try command.size.shrinker(configuration, command.isolation, of: record)
        let analyzer = try command.analyzer(
            provider, shrinker, configuration, foretells: true)
        let sources = try await command.photos.sources()
        for line in sources.notes { note(line) }
        // A user without a name has to name the person, whatever becomes of the photos.
        for source in sources.photos {
            _ = try command.person.person(
                ofPhoto: source.path, loginName: configuration.environment.loginName)
        }
        var looked: [AnalyzedPhoto] = []
        try await analyzer.look(at: sources.photos.map(\.path)) { seen in
            let photo = command.judged(seen, by: provider)
            looked.append(photo)
            if !command.output.json {
                try Output.print(line: photo.verdict(isForced: command.force))
            }
        }
        noteThatSome(areOnlyTooLarge: looked.count(where: \.couldBeSmaller))
        let isAccepted = looked.map { $0.isAccepted(isForced: command.force) }
        var accepted = sources
        accepted.photos = zip(sources.photos, isAccepted).filter(\.1).map(\.0)
        let (forecast, refused) = try await forecast(
            accepted, provider, command.providerReason(of: record, configuration), shrinker)
        if command.output.json {
            let answer = CheckOnlyAnswer(
                photos: AnalyzeAnswer(looked, side: nil),
                forecast: forecast.map { ForecastAnswer($0, now: configuration.environment.now) })
            try Output.write(line: AnswerJSON.text(answer))
        }
        SubmitLook.noteWhoTurnsHeads(in: looked.flatMap(\.findings))
        _ = try command.isAccepted(forecast)
        if refused > 0 || isAccepted.contains(false) { try ExitStatus.photoRefused.end() }
    }

    /// What the queue knows of the space, without making a queue.
    private func record() async throws -> SpaceRecord? {
        guard let space = command.person.space.space else { return nil }
        guard try hasQueue else { throw UserMessage.noSuchSpace(space) }
        var record: SpaceRecord?
        try await Session.run(command.home, cap: command.cap.overrides) {
            record = try await command.record(in: $0)
        }
        return record
    }

    private var hasQueue: Bool {
        get throws {
            let home = try configuration.home(command.home.home)
            return FileManager.default.fileExists(atPath: home.queue)
        }
    }

    /// The forecast for the accepted photos, and how many of them could not be queued after all.
    private func forecast(
        _ sources: PhotoSources, _ provider: ProviderKind, _ reason: ProviderReason,
        _ shrinker: PhotoShrinker?
    ) async throws -> (Forecast?, refused: Int) {
        guard try hasQueue else {
            return try await forecastWithoutQueue(sources, provider, reason)
        }
        var outcome: (Forecast?, refused: Int) = (nil, 0)
        try await Session.run(command.home, cap: command.cap.overrides) { session in
            let submitter = Submitter(
                store: session.store, home: session.home,
                environment: configuration.environment.worker())
            let plan = try await command.plan(
                sources, submitter, provider, nil, shrinker, configuration)
            outcome.refused = plan.refused.count
            outcome.0 = try await command.printForecast(
                plan.newJobs, provider, reason, configuration, session, hasLooked: true)
        }
        return outcome
    }

    /// Without a queue every job is new; no queue is created for a forecast.
    private func forecastWithoutQueue(
        _ sources: PhotoSources, _ provider: ProviderKind, _ reason: ProviderReason
    ) async throws -> (Forecast?, refused: Int) {
        var newJobs: [Person: Int] = [:]
        var refused = 0
        for source in sources.photos {
            let person = try command.person.person(
                ofPhoto: source.path, loginName: configuration.environment.loginName)
            if let person {
                newJobs[person, default: 0] += command.style.styles.count
            } else {
                RefusedPhoto(withoutPerson: source.path).writeNote()
                refused += 1
            }
        }
        let forecast = try await command.printForecast(
            newJobs, provider, reason, configuration, nil, hasLooked: true)
        return (forecast, refused)
    }
}

/// The answer of `submit --check-only --json`: that of `analyze`, with the forecast beside it.
private struct CheckOnlyAnswer: Encodable {
    let photos: AnalyzeAnswer
    let forecast: ForecastAnswer?

    func encode(to encoder: any Encoder) throws {
        try photos.encode(to: encoder)
        try encoder.encode(["forecast": forecast])
    }
}
