/// Lets a worker's jobs look up a provider's model one after another, so that the list is requested once for all of them.
///
/// A provider that does not answer holds up none of another's.
actor ModelTurn {
    /// The jobs that wait, for each provider whose turn is taken.
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Looks up the provider's model, after all jobs that wanted to do so before.
    func taking<Value: Sendable>(
        _ provider: String, _ lookUp: @Sendable () async throws -> Value
    ) async rethrows -> Value {
        if waiting[provider] == nil {
            waiting[provider] = []
        } else {
            await withCheckedContinuation { waiting[provider, default: []].append($0) }
        }
        defer { give(provider) }
        return try await lookUp()
    }

    private func give(_ provider: String) {
        guard let next = waiting[provider]?.first else {
            waiting[provider] = nil
            return
        }
        waiting[provider]?.removeFirst()
        next.resume()
    }
}
