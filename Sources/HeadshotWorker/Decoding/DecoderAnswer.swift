import Foundation
import Isolation
import Validation

/// What a decoder answers to a task; the bytes of a picture travel beside it.
enum DecoderAnswer: Codable {
    case reply(PictureReply)
    /// The machine's fault, not the picture's.
    case failure(String)

    /// The most bytes of an answer without its picture; usual ones have about 4,000.
    static let byteLimit = 262_144

    /// The answer as it travels.
    var frame: Frame? {
        let picture: Data? = if case .reply(let reply) = self { reply.picture } else { nil }
        guard let head = try? JSONEncoder().encode(self) else { return nil }
        return Frame(head: head, body: picture ?? Data())
    }

    /// Reads an answer as that of a process that an attacker may have taken over.
    ///
    /// Nil for what a decoder of ours would never say to this task. Whatever is let through can do no harm
    /// to who believes it: numbers are small, texts are short and plain, and a picture is a JPEG of a bounded
    /// size without anything but a picture in it, or plain pixels.
    init?(_ frame: Frame, to task: PictureTask) {
        guard HarmlessJSON.isHarmless(frame.head),
            let answer = try? JSONDecoder().decode(Self.self, from: frame.head)
        else { return nil }
        guard !frame.body.isEmpty else {
            self = answer
            return
        }
        guard case .reply(var reply) = answer, reply.inspection.isAccepted,
            task.canMake(frame.body)
        else { return nil }
        reply.picture = frame.body
        self = .reply(reply)
    }
}

/// JSON from a stranger, held against what any honest answer keeps to.
enum HarmlessJSON {
    /// The largest size of a file is 32,000,000 bytes, and nothing is counted that is more.
    private static let largestNumber = 1e9
    /// The longest sentence has about 200.
    private static let longestText = 1000

    /// Whether all numbers can be reckoned with, and all texts can be shown on a terminal.
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
