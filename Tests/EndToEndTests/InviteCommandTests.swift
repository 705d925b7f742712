import CrashPoints
import Foundation
import Glibc
import TestSupport
import Testing

/// `headshot invite`, as an operator types it.
@Suite(.timeLimit(.minutes(10)))
struct InviteCommandTests {
    /// Where a command is killed that has stored links and not printed them.
    static let point = CrashPoint.invitesWritten

    private static let list = """
        id,name,department,email
        employee-81f3,"Müller, Ada",Law,ada@example.com
        employee-92a4,Bert,,
        """

    /// Gives a body a home with the space `acme`, and a list of two persons.
    private func with(_ body: (Sandbox) async throws -> Void) async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.addSpace("acme", "--budget", "5")
            try write(Self.list, sandbox)
            try await body(sandbox)
        }
    }

    private func write(_ list: String, _ sandbox: Sandbox) throws {
        try Data(list.utf8).write(to: URL(filePath: "\(sandbox.folder)/team.csv"))
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The persons of the list, by their ids.
    private func listed(_ sandbox: Sandbox) async throws -> [String: [String: Any]] {
        let text = try await sandbox.expect(0, "invite", "list", "--space", "acme", "--json")
        let persons = try #require(try json(text)["persons"] as? [[String: Any]])
        return Dictionary(
            persons.map { ($0["id"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first }
        )
    }

    /// The part of a link that is secret.
    private static var secret: Regex<(Substring, Substring)> { /\/i\/([0-9a-hjkmnp-tv-z]{26})/ }

    /// The files of the home that have some text.
    private func files(with text: String, _ sandbox: Sandbox) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: sandbox.home).filter { path in
            let bytes = FileManager.default.contents(atPath: "\(sandbox.home)/\(path)")
            return path.contains(text) || bytes?.range(of: Data(text.utf8)) != nil
        }
    }

    @Test func `a list makes a link for each person, which is shown once and kept nowhere`()
        async throws
    {
        try await with { sandbox in
            let added = try await sandbox.run(
                "invite", "add", "team.csv", "--space", "acme", "--by", "2099-12-05")
            #expect(added.exit == .status(64), "\(added)")
            let site = "https://photos.example.com"
            let printed = try await sandbox.run(
                "invite", "add", "team.csv", "--space", "acme", "--url", site, "--styles",
                "front-professional", "left-casual", "--pay-up-to", "0.50")
            #expect(printed.exit == .status(0), "\(printed)")
            #expect(printed.errors.contains("Shown only now"))
            let secrets = printed.output.matches(of: Self.secret).map { String($0.1) }
            #expect(Set(secrets).count == 2)
            #expect(printed.output.contains("\(site)/i/\(secrets[0])"))
            for secret in secrets { #expect(try files(with: secret, sandbox) == []) }

            let persons = try await listed(sandbox)
            #expect(Set(persons.keys) == ["employee-81f3", "employee-92a4"])
            let ada = try #require(persons["employee-81f3"])
            #expect(
                ada["name"] as? String == "Müller, Ada"
                    && ada["email"] as? String == "ada@example.com")
            #expect(ada["state"] as? String == "created")
            #expect(ada["styles"] as? [String] == ["front-professional", "left-casual"])
            #expect(ada["pay_up_to_micro_usd"] as? Int == 500_000)
            #expect((ada["link"] as? [String: Any])?["is_open"] as? Bool == true)

            // The same list again makes no link.
            let again = try await sandbox.run(
                "invite", "add", "team.csv", "--space", "acme", "--json")
            #expect(again.errors.contains("2 persons have links already"))
            let answer = try json(again.output)
            #expect(answer["known"] as? [String] == ["employee-81f3", "employee-92a4"])
            #expect((answer["links"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `links go to a mail program as a table, anew for one person or all`() async throws {
        try await with { sandbox in
            let first = try await sandbox.expect(
                0, "invite", "add", "team.csv", "--space", "acme", "--csv", words: "Put the address"
            )
            let lines = first.split(whereSeparator: \.isNewline).map(String.init)
            #expect(lines[0] == "id,name,department,email,link,ends")
            #expect(lines[1].hasPrefix("employee-81f3,\"Müller, Ada\",Law,ada@example.com,/i/"))
            let one = try await sandbox.expect(
                0, "invite", "links", "employee-92a4", "--space", "acme")
            let all = try await sandbox.expect(
                0, "invite", "links", "--all", "--space", "acme", "--csv")
            let secrets = [first, one, all].map { $0.matches(of: Self.secret).map { String($0.1) } }
            #expect(secrets.map(\.count) == [2, 1, 2])
            #expect(Set(secrets.joined()).count == 5)
            let refused = try await sandbox.run("invite", "links", "anna", "--space", "acme")
            #expect(
                refused.exit == .status(64) && refused.errors.contains("has not invited 'anna'"))
        }
    }

    @Test func `revoked links are listed as such, and their persons are not reminded`() async throws
    {
        try await with { sandbox in
            _ = try await sandbox.expect(0, "invite", "add", "team.csv", "--space", "acme")
            let revoked = try await sandbox.expect(
                0, "invite", "revoke", "employee-81f3", "--space", "acme")
            #expect(revoked == "1 link was revoked.")
            let persons = try await listed(sandbox)
            #expect(
                (persons["employee-81f3"]?["link"] as? [String: Any])?["is_open"] as? Bool == false)
            #expect(
                (persons["employee-92a4"]?["link"] as? [String: Any])?["is_open"] as? Bool == true)
            let table = try await sandbox.expect(0, "invite", "list", "--space", "acme")
            #expect(table.contains("revoked"))
            let reminded = try await sandbox.expect(
                0, "invite", "remind", "--all", "--space", "acme", "--json")
            let names = try #require(try json(reminded)["reminded"] as? [[String: Any]]).map {
                $0["name"] as? String
            }
            #expect(names == ["Bert"])
            let again = try await sandbox.run("invite", "remind", "--all", "--space", "acme")
            #expect(again.exit == .status(0) && again.errors.contains("no one to remind"))
            #expect(
                try await sandbox.expect(0, "invite", "revoke", "--all", "--space", "acme")
                    == "1 link was revoked.")
        }
    }

    @Test func `a public link needs a budget, and the doctor misses one that is gone`() async throws
    {
        try await with { sandbox in
            _ = try await sandbox.expect(0, "space", "set", "acme", "--no-budget")
            let refused = try await sandbox.run("invite", "add", "--public", "--space", "acme")
            #expect(refused.exit == .status(64) && refused.errors.contains("has no budget"))
            _ = try await sandbox.expect(0, "space", "set", "acme", "--budget", "1")
            let link = try await sandbox.expect(0, "invite", "add", "--public", "--space", "acme")
            #expect(link.wholeMatch(of: /\/i\/[0-9a-hjkmnp-tv-z]{26}/) != nil)
            let text = try await sandbox.expect(0, "invite", "list", "--space", "acme", "--json")
            #expect((try json(text)["public_link"] as? [String: Any])?["is_open"] as? Bool == true)
            let sound = try await sandbox.run("doctor", "--offline").output
            #expect(sound.contains("none without a budget"))
            _ = try await sandbox.expect(0, "space", "set", "acme", "--no-budget")
            let warned = try await sandbox.run("doctor", "--offline").output
            #expect(warned.contains("of spaces without a budget: acme"))
            _ = try await sandbox.expect(0, "invite", "revoke", "--public", "--space", "acme")
            let gone = try await sandbox.run("doctor", "--offline").output
            #expect(gone.contains("none without a budget"))
        }
    }

    private static let mistakes: [(arguments: [String], words: String)] = [
        (["add", "--space", "acme"], "Name a list, or give --public"),
        (["add", "team.csv", "--public", "--space", "acme"], "not both"),
        (["add", "none.csv", "--space", "acme"], "cannot be read: none.csv"),
        (["add", "team.csv", "--space", "other"], "There is no space 'other'"),
        (["add", "team.csv", "--space", "acme", "--by", "2020-01-01"], "a day from today on"),
        (
            ["add", "team.csv", "--space", "acme", "--url", "ftp://example.com"],
            "--url takes an address"
        ),
        (
            ["add", "team.csv", "--space", "acme", "--url", "http://example.com"],
            "--url takes an address"
        ),
        (["add", "team.csv", "--space", "acme", "--csv", "--json"], "do not go together"),
        (["links", "--space", "acme"], "Name persons by their ids, or give --all"),
        (["revoke", "employee-81f3", "--public", "--space", "acme"], "or give --all or --public"),
        (["list"], "Missing expected argument '--space"),
    ]

    @Test(arguments: mistakes)
    func `a command line that makes no sense says so, and invites no one`(
        arguments: [String], words: String
    ) async throws {
        try await with { sandbox in
            let result = try await sandbox.run(["invite"] + arguments)
            #expect(result.exit == .status(64), "\(result)")
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(try await listed(sandbox).isEmpty)
        }
    }

    @Test func `a list with a line that cannot be used invites no one, and no name is repeated`()
        async throws
    {
        try await with { sandbox in
            try write(Self.list + "\nemployee-81f3,Carl Secretname,,\n", sandbox)
            let result = try await sandbox.run("invite", "add", "team.csv", "--space", "acme")
            #expect(result.exit == .status(64))
            #expect(result.errors.contains("line 4 has the id of an earlier line"))
            #expect(!(result.errors + result.output).contains("Secretname"))
            #expect(try await listed(sandbox).isEmpty)
            let piped = try await sandbox.shell(
                "printf 'id\\nx1\\n' | \"$headshot\" invite add - --space acme --json")
            #expect(piped.exit == .status(0), "\(piped)")
            #expect(try await Array(listed(sandbox).keys) == ["x1"])
        }
    }

    @Test func `a person's export has the invitation, and forget leaves neither name nor id`()
        async throws
    {
        try await with { sandbox in
            _ = try await sandbox.expect(0, "invite", "add", "team.csv", "--space", "acme")
            _ = try await sandbox.expect(0, "queue", "limits", "--daily-cap", "10")
            // The site admits persons; so does whoever submits a photo for them.
            _ = try await sandbox.submit([
                try sandbox.photo(), "--person", "employee-81f3", "--space", "acme", "--provider",
                "local",
                "--force",
            ])
            _ = try await sandbox.expect(
                0, "people", "export", "employee-81f3", "kept", "--space", "acme")
            let export = try String(
                contentsOfFile: "\(sandbox.folder)/kept/person.json", encoding: .utf8)
            let invitation = try #require(try json(export)["invitation"] as? [String: Any])
            #expect(invitation["department"] as? String == "Law")
            _ = try await sandbox.expect(0, "forget", "employee-81f3", "--yes", "--space", "acme")
            for text in ["Müller", "ada@example.com", "employee-81f3"] {
                #expect(try files(with: text, sandbox) == [])
            }
            #expect(try files(with: "Bert", sandbox) != [])
            let persons = try await listed(sandbox)
            #expect(Set(persons.keys) == ["", "employee-92a4"])
            #expect(persons[""]?["state"] as? String == "left" && persons[""]?["name"] == nil)
        }
    }

    @Test
    func
        `a name reaches no log, request or file name, and a headshot above the limit is not ordered`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            _ = try await sandbox.addSpace("acme", "--budget", "5")
            try write("id,name\nemployee-81f3,Secretname\nemployee-92a4,Bert\n", sandbox)
            _ = try await sandbox.expect(
                0, "invite", "add", "team.csv", "--space", "acme", "--pay-up-to", "0.04")
            var ids: [String] = []
            for person in ["employee-81f3", "employee-92a4"] {
                ids += try await sandbox.submit([
                    sandbox.photo(), "--person", person, "--space", "acme", "--force",
                ])
            }
            let refused = try await sandbox.run(
                "submit", try sandbox.photo(seed: 1), "--person", "employee-81f3", "--space",
                "acme",
                "--force")
            #expect(refused.exit == .status(75), "\(refused)")
            #expect(refused.errors.contains("may cost at most $0.04 in all"))
            let drained = try await sandbox.run("drain", "--log-level", "trace")
            #expect(drained.exit == .status(0), "\(drained)")
            #expect(!(drained.output + drained.errors).contains("Secretname"))
            #expect(try await emulator.ledger().count == 2)
            #expect(
                try files(with: "Secretname", sandbox).allSatisfy { $0.hasPrefix("queue.sqlite") })
            try await sandbox.expectPromises(printed: ids, emulator)
        }
    }

    @Test func `links that a killed command did not print are made anew, and no person is doubled`()
        async throws
    {
        try await with { sandbox in
            var dying = sandbox
            dying.variables["HEADSHOT_CRASH_POINT"] = "\(Self.point)"
            let killed = try await dying.run("invite", "add", "team.csv", "--space", "acme")
            #expect(killed.exit == .signal(SIGKILL) && killed.output.isEmpty)
            let again = try await sandbox.run("invite", "add", "team.csv", "--space", "acme")
            #expect(
                again.exit == .status(0) && again.errors.contains("2 persons have links already"))
            let links = try await sandbox.expect(0, "invite", "links", "--all", "--space", "acme")
            #expect(links.matches(of: Self.secret).count == 2)
            #expect(try await listed(sandbox).count == 2)
        }
    }
}
