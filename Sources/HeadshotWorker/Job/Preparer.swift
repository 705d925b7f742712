import Decoding
import FaceFacts
import Foundation
import JobQueue
import Synchronization

/// Does a worker's tasks on photos, each once, however many jobs need the same.
final class Preparer: Sendable {
    private let decoders: DecoderPool
    /// Limits the photos in memory: one for each decoder, one ready for the next, and a few that take their time.
    private let inMemory: Permits
    private static let mostSlow = 4
    // With up to 2 MB each: enough for the styles of the photos that a worker prepares at the same time.
    private let replies = Recent<PictureReply>(most: 8)
    // With about 5 kB each: more than a worker's running jobs. Measures of a face are stored nowhere else.
    private let analyses = Recent<PhotoAnalysis>(most: 100)
    private let turns = KeyedPermits<String>(1)

    init(decoders: DecoderPool) {
        self.decoders = decoders
        inMemory = Permits(decoders.size + 1 + Self.mostSlow)
    }

    /// Does a task on a stored photo, or finds its recent reply.
    ///
    /// - Parameter read: Reads the photo if it is needed; nil ends the task.
    /// - Returns: The reply; nil if `read` returned nil.
    func reply(
        to task: PictureTask, on photo: String, of person: Person, read: () async throws -> Data?
    ) async throws -> PictureReply? {
        let outcome = try await turns.holding(for: photo) {
            if task.isKept, let reply = replies[Self.key(task, photo)] {
                return Outcome.done(reply)
            }
            return try await inMemory.holding { try await fresh(task, photo, person, read) }
                ?? .interrupted
        }
        switch outcome ?? .interrupted {
        case .done(let reply): return reply
        case .nothingRead: return nil
        case .interrupted: throw WorkerError.interrupted
        }
    }

    /// The analysis of a photo, to compare a headshot with it; a recent one, else a new one.
    ///
    /// Nil without the points of the face, or on any error: it must not delay a headshot.
    func look(at photo: String, read: () async throws -> Data?) async -> PhotoAnalysis? {
        if let analysis = analyses[photo] { return analysis }
        guard let bytes = try? await read(),
            let reply = try? await decoders.perform(.measure, on: bytes)
        else { return nil }
        note(reply.analysis, of: photo)
        return analyses[photo]
    }

    private enum Outcome {
        case done(PictureReply)
        case nothingRead
        case interrupted
    }

    private func fresh(
        _ task: PictureTask, _ photo: String, _ person: Person, _ read: () async throws -> Data?
    ) async throws -> Outcome {
        guard let bytes = try await read() else { return .nothingRead }
        let reply = try await decoders.perform(task, on: bytes, of: person)
        // If a decoder gave up, it may have been the machine's fault, so the next job tries again.
        if task.isKept, reply.reasonGivenUp == nil {
            replies[Self.key(task, photo)] = reply
        }
        note(reply.analysis, of: photo)
        return .done(reply)
    }

    /// Keeps an analysis in which a face was measured.
    private func note(_ analysis: PhotoAnalysis?, of photo: String) {
        if let analysis, analysis.measures != nil { analyses[photo] = analysis }
    }

    private static func key(_ task: PictureTask, _ photo: String) -> String { "\(photo) \(task)" }
}

/// The newest of the values that a worker may need again, only in memory.
final class Recent<Value: Sendable>: Sendable {
    private struct Entries {
        var values: [String: Value] = [:]
        /// The keys of `values`, oldest first.
        var order: [String] = []
    }

    private let most: Int
    private let state = Mutex(Entries())

    init(most: Int) {
        self.most = most
    }

    subscript(key: String) -> Value? {
        get { state.withLock { $0.values[key] } }
        set {
            state.withLock { state in
                guard let newValue else { return }
                if state.values.updateValue(newValue, forKey: key) == nil {
                    state.order.append(key)
                }
                if state.order.count > most { state.values[state.order.removeFirst()] = nil }
            }
        }
    }
}
