import Answers
import ArgumentParser
import Companion
import Foundation
import JobQueue
import People
import Setup

/// A file with words that an operator wrote.
enum WordsFile {
    /// Reads a file of valid texts; returns its content.
    static func usable(_ path: String) throws -> String {
        let (text, words) = try read(path)
        let problems = words.problems
        guard problems.isEmpty else {
            let list = problems.map { "  \($0.place.printable): \($0.sentence.printable)" }
            throw UserMessage(
                .configuration, "refused_words",
                "These texts were rejected: \(path.printable)\n" + list.joined(separator: "\n"),
                "'headshot space check NAME --words FILE' looks again.")
        }
        return text
    }

    /// Reads a file, and the words in it, whatever they say.
    static func read(_ path: String) throws -> (text: String, words: Words) {
        // The place that is wrong; empty for the whole.
        func failure(at place: String) -> UserMessage {
            UserMessage(
                .configuration, "unreadable_words",
                "Not a valid file of a space's texts: \(path.printable)"
                    + (place.isEmpty ? "" : ", at \(place.printable)"),
                "'headshot space words NAME' prints such a file.")
        }
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= mostBytes
        else { throw failure(at: "") }
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            return (text, try Words(json: text))
        } catch PeopleError.unreadableWords(let place) {
            throw failure(at: place)
        }
    }

    /// The words that come with the program have a tenth of it.
    private static let mostBytes = 400_000
}

/// `headshot space words`: prints a space's texts, for an editor.
struct SpaceWordsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "words", "Print the texts and pools of a space, as JSON to be changed.",
        """
        'space set --words' takes the changed file. Pools of praise, tips and insights may have any number of \
        lines.
        """,
        examples: [
            "headshot space words journal > words.json",
            "headshot space set journal --words words.json",
        ], exits: [.disk, .away, .configuration])

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let record = try await session.record(of: name)
        let own = try await session.store.words(of: name)
        try Output.write(line: own ?? Words.ofPreset(record.settings.preset).json)
    }
}

/// `headshot space check`: looks for what is wrong with a space's words and settings.
struct SpaceCheckCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "check",
        "Check a space's texts and pools: lengths, empty lists, and claims that may not be shown.",
        """
        No text may claim something about health, judge how a person looks, shame, promise results, or name a \
        procedure. A table of help that is older than a year is a warning, and no problem.
        """,
        examples: [
            "headshot space check journal",
            "headshot space check journal --words words.json --json",
        ], exits: [.badEnds("some texts are not valid"), .disk, .away, .configuration])

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @Option(
        help: ArgumentHelp("A file with texts that it does not use yet.", "file"),
        completion: .file(extensions: ["json"]))
    var words: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let record = try await session.record(of: name)
        let checked: Words
        if let words {
            checked = try WordsFile.read(words).words.completed
        } else {
            checked = try await session.people.texts.words(of: record)
        }
        let answer = WordsAnswer(name, checked, now: session.now)
        try Output.print(answer, asJSON: output.json)
        if !answer.problems.isEmpty { try ExitStatus.badEnds.end() }
    }
}

/// What is wrong with a space's words.
private struct WordsAnswer: CommandAnswer {
    let space: Space
    let problems: [WordsProblem]
    /// What is not wrong, and should be looked at.
    let warnings: [(place: String, sentence: String)]

    init(_ space: Space, _ words: Words, now: Date) {
        self.space = space
        problems = words.problems
        let warning = """
            Some numbers were checked more than a year ago; check them, and set a new table or a newer version.
            """
        warnings = words.helpTable.isOlderThanAYear(on: now) ? [("help", warning)] : []
    }

    func encode(to encoder: any Encoder) throws {
        func object(_ place: String, _ sentence: String) -> JSONObject {
            ["place": place, "sentence": sentence]
        }
        try encoder.encode([
            "name": space.rawValue, "problems": problems.map { object($0.place, $0.sentence) },
            "warnings": warnings.map { object($0.place, $0.sentence) },
        ])
    }

    var text: String {
        let lines = problems.map { "\($0.place): \($0.sentence)" }
        let verdict = lines.isEmpty ? ["\(space): its texts are valid."] : lines
        return (verdict + warnings.map { "\($0.place): warning: \($0.sentence)" })
            .joined(separator: "\n")
    }
}
