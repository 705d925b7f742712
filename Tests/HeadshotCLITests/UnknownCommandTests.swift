import Answers
import ArgumentParser
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct UnknownCommandTests {
    private func told(_ line: String) -> UserMessage? {
        UnknownCommand.error(line.split(separator: " ").map(String.init), below: Headshot.self)
    }

    @Test(arguments: [
        ("lsit", "headshot list"), ("sumbit me.jpg", "headshot submit"),
        ("stat", "headshot status"),
        ("LIST --json", "headshot list"), ("gate claer", "headshot gate clear"),
        ("help lsit", "headshot list"), ("exprot team", "headshot export"),
    ])
    func `a mistyped command gets the nearest name`(line: String, name: String) throws {
        let message = try #require(told(line))
        #expect(message.hint == "Did you mean '\(name)'?")
        #expect(message.status == .usage)
    }

    @Test func `a word that is near to none gets the way to the list`() throws {
        let message = try #require(told("photosynthesis\u{1B}"))
        #expect(message.sentence == "There is no command 'headshot photosynthesis\u{FFFD}'.")
        #expect(message.hint == "'headshot --help' lists the commands.")
    }

    @Test(arguments: [
        "submit -dash.jpg", "analyze me.jpg -photo", "list -help-me", "submit -x.jpg",
        "export -out.zip", "sheet -team.png", "analyze me.jpg --overlay -seen.png", "backup -b",
        "submit me.jpg -y0x",
    ])
    func `an unknown option with one dash may be a file name, and the error says how to give it`(
        line: String
    ) throws {
        let words = line.split(separator: " ").map(String.init)
        let message = try #require(DashedName.error(words))
        #expect(message.status == .usage)
        #expect(message.sentence.contains(try #require(words.last)))
        #expect(message.hint?.contains("./\(try #require(words.last))") == true)
    }

    @Test func `every option of one letter is known`() {
        let options = HelpTests.subjects.flatMap { subject in
            subject.help.matches(of: /\n  -([A-Za-z0-9]),/).map { String($0.output.1) }
        }
        #expect(Set(options) == DashedName.letters)
    }

    @Test(arguments: [
        "submit -h", "submit -y me.jpg", "submit me.jpg --priority -5", "submit -y0 list",
        "submit -", "list -help", "submit -- -dash.jpg", "list --help",
    ])
    func `what is an option stays one`(line: String) {
        #expect(DashedName.error(line.split(separator: " ").map(String.init)) == nil)
    }

    @Test(arguments: [
        "", "list", "gate", "gate clear", "help", "help list", "--version", "show lsit",
    ])
    func `what begins with a command is left to the command`(line: String) {
        #expect(told(line) == nil)
    }
}
