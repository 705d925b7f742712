import Generation
import Transfer

/// An answer without its words and bytes: what tests of the transport compare.
enum Outline: Equatable {
    case notSent(TransportFailure.Reason)
    case outcomeUnknown(TransportFailure.Reason)
    case unreadable(Unreadability, bytes: Int)
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
            case .nothing, .foreign, .halt: .other
            }
    }
}

/// What is wrong with an answer, by the words that say so.
enum Unreadability: Equatable {
    case malformedJSON, otherShape, errorInside, malformedBase64, notAPicture
    case malformedWords, misfit, cutOff, tooLarge, incomplete
}

extension UnreadableAnswer {
    var kind: Unreadability {
        let beginnings: [(String, Unreadability)] = [
            ("the transfer broke off", .incomplete), ("more than", .tooLarge),
            ("words that end", .cutOff), ("words that are not JSON", .malformedWords),
            ("words that do not fit", .misfit), ("base64 that", .malformedBase64),
            ("bytes that are not a picture", .notAPicture),
            ("an error in place", .errorInside), ("JSON without", .otherShape),
            ("a picture's address", .otherShape),
        ]
        return beginnings.first { detail.hasPrefix($0.0) }?.1 ?? .malformedJSON
    }
}
