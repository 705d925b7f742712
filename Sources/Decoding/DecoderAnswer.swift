import Foundation
package import Isolation
import Validation

/// A decoder's answer to a task; the bytes of a picture are sent beside it.
package enum DecoderAnswer: Codable {
    case reply(PictureReply)
    /// A fault that is not in the picture itself.
    case failure(DecoderFault)

    /// The most bytes of an answer without its picture; a usual one has about 4,000.
    package static let byteLimit = 262_144

    /// The answer to the message with a number, as it is sent.
    package func frame(_ number: UInt64) -> Frame? {
        let picture: Data? = if case .reply(let reply) = self { reply.picture } else { nil }
        return head.map { Frame(number, head: $0, body: picture ?? Data()) }
    }

    /// The answer without its picture; the same bytes for equal answers.
    private var head: Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try? encoder.encode(self)
    }

    /// Reads the answer of a process that an attacker may have taken over.
    ///
    /// Nil for an answer that our own decoder would never give to this task. What passes is safe to use: numbers are
    /// small, texts are short and plain, and a picture is a JPEG of bounded size with only a picture in it, or pixels.
    package init?(_ frame: Frame, to task: PictureTask) {
        // What was decoded is what is checked and used. Written again, it must be what was received: a member that occurs
        // twice, one that is unknown, and a number that was clamped would not be.
        guard let answer = try? JSONDecoder().decode(Self.self, from: frame.head),
            let head = answer.head, head == frame.head, HarmlessJSON.isHarmless(head)
        else { return nil }
        switch answer {
        case .failure:
            guard frame.body.isEmpty else { return nil }
            self = answer
        case .reply(var reply):
            reply.picture = frame.body.isEmpty ? nil : frame.body
            guard task.isAnswered(by: reply) else { return nil }
            self = .reply(reply)
        }
    }
}

/// Why a decoding process could not do a task.
package struct DecoderFault: Error, Codable {
    package enum Cause: String, Codable {
        /// The process reached its limit of memory, which is the picture's fault.
        case memory
        /// A fault of the machine, or of this program.
        case other
    }

    package let cause: Cause
    package let detail: String

    package init(_ error: any Error) {
        cause =
            if case ValidationError.memoryExhausted = error { .memory } else { .other }
        detail = "\(error)"
    }
}

/// Values of untrusted origin, as our own encoder writes them, checked against limits that every honest answer keeps.
enum HarmlessJSON {
    /// The largest file has 32,000,000 bytes, and no count is larger.
    private static let largestNumber = 1e9
    /// In characters; the longest sentence has about 200.
    private static let longestText = 1000

    /// Whether all numbers are safe to compute with, and all texts safe to print on a terminal.
    static func isHarmless(_ bytes: Data) -> Bool {
        guard let value = try? JSONSerialization.jsonObject(with: bytes) else { return false }
        return isHarmless(value)
    }

    private static func isHarmless(_ value: Any) -> Bool {
        switch value {
        case let number as NSNumber: number.doubleValue.magnitude <= largestNumber
        case let text as String: isHarmless(text)
        case let values as [Any]: values.allSatisfy(isHarmless)
        case let members as [String: Any]:
            members.allSatisfy { isHarmless($0.key) && isHarmless($0.value) }
        default: value is NSNull
        }
    }

    private static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.count <= longestText
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }
}
