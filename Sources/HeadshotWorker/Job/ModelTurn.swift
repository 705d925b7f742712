/// Lets a worker's jobs look up a provider's model one after another, so that the list is requested once for all of them.
///
/// A provider that does not answer holds up none of another's.
actor ModelTurn {
    /// The jobs that wait, for each provider whose turn is taken.
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Waits until no other job looks up the provider's model.
    func take(_ provider: String) async {
        guard waiting[provider] != nil else {
            waiting[provider] = []
            return
        }
        await withCheckedContinuation { waiting[provider, default: []].append($0) }
    }

    /// Ends a turn; the next waiting job gets it.
    func give(_ provider: String) {
        guard let next = waiting[provider]?.first else {
            waiting[provider] = nil
            return
        }
        waiting[provider]?.removeFirst()
        next.resume()
    }
}
