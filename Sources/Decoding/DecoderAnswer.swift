import FoundationEssentials
import Ground
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
        try? JSONEncoder.ordered.encode(self)
    }

    /// Reads the answer of a process that an attacker may have taken over.
    ///
    /// Nil for an answer that our own decoder would never give to this task. What passes is safe to use: numbers are
    /// small, texts are short and plain, and a picture is a JPEG of bounded size with only a picture in it, or pixels.
    package init?(_ frame: Frame, to task: PictureTask) {
        // What was decoded is what is checked and used. Written again, it must be what was received: a member that occurs
        // twice, one that is unknown, and a number that was clamped would not be.
        guard let answer = try? JSONDecoder().decode(Self.self, from: frame.head),
            let head = answer.head, head == frame.head,
            (try? JSONDecoder().decode(HarmlessJSON.self, from: head)) != nil
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
        let text =
            switch error {
            case ValidationError.memoryExhausted(_, let text),
                ValidationError.libraryFailed(_, let text):
                text
            default: "\(error)"
            }
        // As a person may read it, and as it is believed.
        detail = String(HarmlessJSON.plain(text).prefix(200))
    }
}

/// A value of untrusted origin, which is decoded only if it keeps the limits that every honest answer keeps: all numbers are
/// safe to compute with, and all texts safe to print on a terminal.
private struct HarmlessJSON: Decodable {
    /// The largest file has 32,000,000 bytes, and no count is larger.
    private static let largestNumber = 1e9
    /// In characters; the longest sentence has about 200.
    private static let longestText = 1000

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: MemberName.self) {
            for key in members.allKeys {
                try Self.check(key.stringValue, decoder)
                _ = try members.decode(Self.self, forKey: key)
            }
        } else if var values = try? decoder.unkeyedContainer() {
            while !values.isAtEnd { _ = try values.decode(Self.self) }
        } else {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                try Self.check(text, decoder)
            } else if let number = try? value.decode(Double.self) {
                guard number.magnitude <= Self.largestNumber else { throw Self.harm(decoder) }
            } else if !value.decodeNil() {
                _ = try value.decode(Bool.self)
            }
        }
    }

    /// A text in one line, without what a terminal would obey.
    static func plain(_ text: String) -> String {
        text.unicodeScalars.split { !isHarmless($0) || $0 == " " }
            .map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    private static func check(_ text: String, _ decoder: any Decoder) throws {
        let isHarmless =
            text.unicodeScalars.count <= longestText
            && text.unicodeScalars.allSatisfy(isHarmless)
        if !isHarmless { throw harm(decoder) }
    }

    private static func harm(_ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "harmful"))
    }
}
