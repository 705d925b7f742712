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

    @Test(arguments: ["submit -dash.jpg", "analyze me.jpg -photo", "list -help-me"])
    func `letters after one dash are no options, though an h among them is the help's`(
        line: String
    ) throws {
        let words = line.split(separator: " ").map(String.init)
        let message = try #require(DashedName.error(words))
        #expect(message.status == .usage)
        #expect(message.sentence.contains(try #require(words.last)))
        #expect(message.hint?.contains("./") == true)
    }

    @Test(arguments: [
        "submit -h", "submit -y me.jpg", "list -help", "submit -- -dash.jpg", "list --help",
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
