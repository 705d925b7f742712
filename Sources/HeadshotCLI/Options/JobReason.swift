import ArgumentParser
import FaceAnalysis
import HeadshotWorker
import JobQueue
import Validation

/// A reason's code as stored in the queue: why a job waits, or how it ended.
struct JobReason: Equatable, Sendable {
    let code: String

    /// All codes that this program writes.
    static let codes: [String] = Set(
        WaitReason.allCases.map(\.rawValue) + FailureReason.allCases.map(\.rawValue)
            + UncertaintyReason.allCases.map(\.rawValue)
            + CancellationReason.allCases.map(\.rawValue)
            + PhotoRules.names + FaceRules.names
            + LocalRule.allCases.map(\.rawValue)
    ).sorted()
}

extension JobReason: ExpressibleByArgument {
    init?(argument: String) {
        guard Self.codes.contains(argument) else { return nil }
        self.init(code: argument)
    }

    static var defaultCompletionKind: CompletionKind { .list(codes) }
}
