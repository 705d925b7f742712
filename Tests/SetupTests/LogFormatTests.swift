import Foundation
import Logging
import Testing

@testable import Setup

struct LogFormatTests {
    private static let hostile = "a b\n\"c\"=d\u{1b}[2J\u{202e}"
    private let moment = Date(timeIntervalSince1970: 1_800_000_000)

    private func line(_ format: LogFormat, level: Logger.Level = .info) -> String {
        format.line(
            level, "Something \(Self.hostile)", ["job": "ab12", "file": "\(Self.hostile)"],
            at: moment)
    }

    @Test(arguments: LogFormat.allCases, Logger.Level.allCases)
    func `an event is one line, whatever is in it`(format: LogFormat, level: Logger.Level) {
        let line = line(format, level: level)
        #expect(!line.contains { $0.isNewline })
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202e}" })
        #expect(line.contains("ab12"))
    }

    @Test(arguments: Logger.Level.allCases)
    func `a line of JSON has time, level, message and fields`(
        level: Logger.Level
    ) throws {
        let read = try JSONSerialization.jsonObject(with: Data(line(.json, level: level).utf8))
        let event = try #require(read as? [String: String])
        #expect(event["level"] == level.rawValue)
        #expect(try event["time"].map { try Date($0, strategy: .iso8601) } == moment)
        #expect(event["job"] == "ab12")
        #expect(event["file"]?.contains("\"c\"=d") == true)
        #expect(Set(event.keys) == ["time", "level", "message", "job", "file"])
    }

    @Test func `a value with spaces is quoted, so that a field ends where it ends`() throws {
        let line = LogFormat.text.line(.info, "Done.", ["a": "b c", "d": "e"], at: moment)
        #expect(line.hasSuffix(#" Done. a="b c" d=e"#))
        for value in ["b \u{301}c", "b=\u{338}c", "b\"\u{301}"] {
            let line = LogFormat.text.line(.info, "Done.", ["a": "\(value)"], at: moment)
            #expect(line.hasPrefix("2027-01-15T08:00:00Z info headshot: Done. a=\""), "\(line)")
        }
    }

    @Test(arguments: [
        (Logger.Level.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3),
        (.critical, 2),
    ])
    func `the journal reads the level before the line`(level: Logger.Level, priority: Int) {
        #expect(line(.journal, level: level).hasPrefix("<\(priority)>headshot: "))
    }

    @Test func `the journal's stream is recognised by its device and inode`() throws {
        var status = stat()
        #expect(unsafe fstat(STDERR_FILENO, &status) == 0)
        for (named, format) in [
            ("\(status.st_dev):\(status.st_ino)", LogFormat.journal),
            ("\(status.st_dev):\(status.st_ino + 1)", .text), ("", .text),
        ] {
            let environment = Environment(variables: ["JOURNAL_STREAM": named])
            #expect(try Configuration(environment).logFormat() == format)
            #expect(try Configuration(environment).logFormat(.json) == .json)
        }
    }
}
