import Foundation

/// The emulator's state: the scenario, the ledger, and the waiting requests.
actor Emulator {
    private var scenario: Scenario
    private var ledger: Ledger
    private let now: @Sendable () -> Int64
    private var chosen = 0
    /// How often the list of models was requested.
    private(set) var listCount = 0
    private var held: [AsyncStream<Never>.Continuation] = []
    private var watchers: [(count: Int, continuation: AsyncStream<Never>.Continuation)] = []

    /// - Parameter now: Milliseconds since 1970, for the ledger.
    init(scenario: Scenario, ledger: consuming Ledger, now: @escaping @Sendable () -> Int64) {
        self.scenario = scenario
        self.ledger = ledger
        self.now = now
    }

    var ledgerLines: String { ledger.lines }

    var requestCount: Int { ledger.count }

    /// The models that are listed now; each call counts as a request for the list.
    func listModels() -> [EmulatedModel] {
        listCount += 1
        return scenario.models
    }

    /// OpenAI's models that are listed now; each call counts as a request for the list.
    func listOpenAIModels() -> [OpenAIModel] {
        listCount += 1
        return scenario.openAIModels
    }

    func openAIModel(named name: String) -> OpenAIModel? {
        scenario.openAIModels.first { $0.name == name }
    }

    func model(named name: String) -> EmulatedModel? { scenario.models.first { $0.name == name } }

    func choose(prompt: String, photo: String?) -> Rule {
        chosen += 1
        return scenario.take(prompt: prompt, photo: photo, request: chosen)
    }

    /// Replaces the rules; waiting requests keep the answer that was chosen for them.
    func replaceScenario(_ scenario: Scenario) {
        self.scenario = scenario
    }

    /// Records a request and notifies those who wait for it.
    ///
    /// - Returns: For a held answer, a sequence that ends when it may go on. It exists before any watcher hears
    ///   of the request, so that it cannot miss a later release.
    func record(_ entry: LedgerEntry, hold: Bool) throws -> AsyncStream<Never>? {
        var entry = entry
        entry.timeMilliseconds = now()
        try ledger.append(entry)
        var release: AsyncStream<Never>?
        if hold {
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            held.append(continuation)
            release = stream
        }
        for watcher in watchers where watcher.count <= ledger.count {
            watcher.continuation.finish()
        }
        watchers.removeAll { $0.count <= ledger.count }
        return release
    }

    func release() {
        for continuation in held { continuation.finish() }
        held = []
    }

    /// Waits until at least `count` generation requests have arrived, or the task is cancelled.
    func waitForRequests(atLeast count: Int) async {
        guard ledger.count < count else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        watchers.append((count, continuation))
        for await _ in stream {}
    }
}
