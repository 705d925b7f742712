import Foundation
import Generation
import JobQueue

/// Slots for requests of one sort: a request that takes a minute never holds up those of another lane.
struct Lane: Sendable {
    let paid: [PaidProvider]
    /// The provider whose jobs the worker does itself, if this lane has them.
    let freeProvider: String?
    /// How many jobs of the free provider run at once; they take no slot of paid jobs.
    let mostFree: Int
    let concurrency: Int
    /// How many jobs may be prepared before there are slots for their requests.
    let mostAhead: Int
    let slots: SendingSlots

    /// Whether the jobs of the lane last only a while, so that no drain waits for its gate.
    let isFleeting: Bool

    /// The lanes of a worker: pictures and all that is made here, then words.
    static func all(
        of providers: [ServiceProvider], _ settings: WorkerSettings, decoders: Int
    ) -> [Lane] {
        func paid(_ names: [String]) -> [PaidProvider] {
            names.map { PaidProvider(name: $0, model: settings.models[$0]) }
        }
        let names = providers.map(\.name)
        return [
            Lane(
                paid: paid(names), freeProvider: ProviderKind.local.rawValue,
                mostFree: decoders, concurrency: settings.concurrency, mostAhead: decoders,
                slots: SendingSlots(settings.concurrency), isFleeting: false),
            Lane(
                paid: paid(names.map(WordsLane.name)), freeProvider: nil, mostFree: 0,
                concurrency: wordsAtOnce, mostAhead: 0, slots: SendingSlots(wordsAtOnce),
                isFleeting: true),
        ]
    }

    /// Requests for words take a second, and hold a few kilobytes.
    private static let wordsAtOnce = 8
}
