import ArgumentParser
import HeadshotWorker
import JobQueue
import PromptFactory
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct CommandLineTests {
    @Test(arguments: [
        "submit", "submit me.jpg --all-styles --angle left", "submit a.jpg b.jpg --key k",
        "submit me.jpg --key=", "submit me.jpg --priority 101", "submit me.jpg --angle up",
        "submit me.jpg --person x --person-from-file-name", "submit me.jpg --not-before soon",
        "submit --from-file list --key k", "submit /tmp --key k", "submit me.jpg -0",
        "submit --from-file list --again", "submit /tmp --again", "make /tmp --again",
        "submit me.jpg --as-many-as-fit", "make me.jpg --as-many-as-fit",
        "submit me.jpg --check-only --max-cost 1 --as-many-as-fit",
        "submit me.jpg --require-backdrop --backdrop own", "list --finding beauty",
        "submit me.jpg --kind analysis --again",
        "space set shop --total-budget 5 --no-total-budget",
        "submit me.jpg --daily-cap 0", "worker --concurrency 0", "worker --concurrency 65",
        "worker --max-attempts 0", "worker --request-timeout 0", "drain --request-timeout 61",
        "drain --max-jobs 0", "drain --max-time 10",
        "cancel", "cancel --state waiting", "cancel 7m2kq4x0ab --all",
        "cancel 7m2kq4x0ab --person a",
        "cancel --all --state succeeded", "resolve --all", "resolve --all --paid --state failed",
        "retry --all --state waiting", "retry --all --state uncertain",
        "retry 7m2kq4x0ab --provider gemini", "result --all --state failed",
        "list --csv --json", "list --reason because", "list --style up-casual", "export",
        "export team --state failed", "export team --name {name}", "sheet a.html --reason because",
        "watch", "submit me.jpg --key \(String(repeating: "k", count: 201))",
    ])
    func `a command line that makes no sense is refused with 64`(line: String) throws {
        let error = #expect(throws: (any Error).self) {
            try Headshot.parseAsRoot(line.split(separator: " ").map(String.init))
        }
        #expect(Headshot.exitCode(for: try #require(error)).rawValue == 64)
    }

    @Test(arguments: [
        "out.tar", "out.tar.gz", "out.tgz", "out.tbz2", "out.tbz", "out.txz", "out.zipx", "out.cab",
        "out.iso", "a.b/out.7Z", "team.jpg", "team.png", "team.html",
    ])
    func `an export does not make a folder of a name that looks like a file`(target: String) {
        #expect(throws: (any Error).self) { try ExportCommand.parse([target]) }
        #expect((try? ExportCommand.parse(["\(target)/"])) != nil)
    }

    @Test(arguments: [
        "out", "out.zip", "OUT.ZIP", "2026-11.30", "team.v2", "a.b/out", ".", "..", ".hidden",
    ])
    func `an export takes folders and zip files`(target: String) {
        #expect((try? ExportCommand.parse([target])) != nil)
    }

    @Test(arguments: [
        ("--finding", "headshotBackdorp", "headshotBackdrop", FindingName.names),
        ("--reason", "daily-cap", "daily_cap", JobReason.codes),
    ])
    func `an unknown rule or reason gets the nearest one and all that there are`(
        option: String, word: String, nearest: String, all: [String]
    ) throws {
        let error = #expect(throws: (any Error).self) { try ListCommand.parse([option, word]) }
        let message = ListCommand.message(for: try #require(error))
        #expect(message.contains("Did you mean '\(nearest)'?"))
        for name in all { #expect(message.contains(name)) }
        #expect((try? ListCommand.parse([option, nearest])) != nil)
    }

    @Test(arguments: JobState.allCases)
    func `every reason that a job can have is a filter`(state: JobState) throws {
        let reasons = state == .rejected ? JobEnd.rejectionReasons : state.reasons
        #expect(!reasons.isEmpty)
        for reason in reasons {
            let command = try ListCommand.parse(["--reason", reason])
            #expect(command.filter.reason.map(\.code) == [reason])
        }
    }

    @Test func `the default style is a professional front`() throws {
        let command = try SubmitCommand.parse(["me.jpg"])
        #expect(command.style.styles == [Style(angle: .front, background: .professional)])
    }

    @Test func `one of angle and background leaves the other at its default`() throws {
        let command = try SubmitCommand.parse(["me.jpg", "--background", "casual"])
        #expect(command.style.styles == [Style(angle: .front, background: .casual)])
    }

    @Test func `all styles are six`() throws {
        #expect(try SubmitCommand.parse(["me.jpg", "--all-styles"]).style.styles == Style.all)
    }

    @Test(arguments: [
        (["--person", "p-17"], "p-17"), (["--person-from-file-name"], "anna"), ([], "me"),
    ])
    func `a photo belongs to the person named, to its file's name, or to the login`(
        options: [String], person: String
    ) throws {
        let command = try SubmitCommand.parse(["team/anna.jpg"] + options)
        let found = try command.person.person(ofPhoto: "team/anna.jpg", loginName: "me")
        #expect(found == Person(person))
    }

    @Test func `a file's name that is no id gives no person`() throws {
        let command = try SubmitCommand.parse(["a\u{1B}.jpg", "--person-from-file-name"])
        #expect(try command.person.person(ofPhoto: "a\u{1B}.jpg", loginName: "me") == nil)
    }

    @Test(arguments: ["", "a\u{1B}"])
    func `a user without a usable name is no person, unless one is named`(name: String) throws {
        let command = try SubmitCommand.parse(["a.jpg"])
        #expect(throws: UserMessage.userWithoutName) {
            try command.person.person(ofPhoto: "a.jpg", loginName: name)
        }
        let named = try SubmitCommand.parse(["a.jpg", "--person", "ann"])
        #expect(try named.person.person(ofPhoto: "a.jpg", loginName: name) == Person("ann"))
    }
}
