import FaceFacts
import Synchronization

/// Recent analyses of photos, only in memory: measures of a face are stored nowhere else.
final class RecentAnalyses: Sendable {
    private struct State {
        var looks: [String: PhotoAnalysis] = [:]
        /// The photos of `looks`, oldest first.
        var order: [String] = []
    }

    /// About 5 kB each; more than a worker's running jobs.
    private static let most = 100

    private let state = Mutex(State())

    /// The analysis of a photo, if it is recent.
    subscript(photo: String) -> PhotoAnalysis? {
        state.withLock { $0.looks[photo] }
    }

    /// Stores an analysis in which a face was measured.
    func note(_ look: PhotoAnalysis?, at photo: String) {
        guard let look, look.measures != nil else { return }
        state.withLock { state in
            if state.looks.updateValue(look, forKey: photo) == nil { state.order.append(photo) }
            if state.order.count > Self.most {
                state.looks[state.order.removeFirst()] = nil
            }
        }
    }
}
