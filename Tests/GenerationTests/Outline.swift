import Generation
import Transfer

/// An answer without its words and bytes: what tests of the transport compare.
enum Outline: Equatable {
    case notSent(TransportFailure.Reason)
    case outcomeUnknown(TransportFailure.Reason)
    case unreadable(UnreadableAnswer.Kind, bytes: Int)
    case made
    case free
    case other

    init(_ answer: Answer) {
        self =
            switch answer {
            case .notSent(let failure): .notSent(failure.reason)
            case .outcomeUnknown(let failure, _): .outcomeUnknown(failure.reason)
            case .unreadable(let answer): .unreadable(answer.kind, bytes: answer.paid.bytes.count)
            case .made: .made
            case .invalidRequest, .refused, .intercepted, .cooldown, .serverError: .free
            case .nothing, .halt: .other
            }
    }
}
