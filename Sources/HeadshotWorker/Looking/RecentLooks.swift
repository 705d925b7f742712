import FaceAnalysis
import Synchronization

/// The latest looks at photos, in memory only: what is measured on a face is kept nowhere else.
final class RecentLooks: Sendable {
    private struct State {
        var looks: [String: PhotoAnalysis] = [:]
        /// The photos of `looks`, the oldest first.
        var order: [String] = []
    }

    /// Some 5 kB each; more than the jobs of a worker that are under way.
    private static let most = 100

    private let state = Mutex(State())

    /// The look at a photo, if it was one of the latest.
    subscript(photo: String) -> PhotoAnalysis? {
        state.withLock { $0.looks[photo] }
    }

    /// Notes a look at which a face was measured.
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
