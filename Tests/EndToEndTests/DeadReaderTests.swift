import Foundation
import TestSupport
import Testing

/// What becomes of a program whose output has no reader any more.
@Suite(.timeLimit(.minutes(10)))
struct DeadReaderTests {
    @Test func `a worker whose log reader has died ends its request like any other`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            let script = """
                mkfifo log
                head -n 1 <log >first & reader=$!
                "$headshot" worker 2>log & worker=$!
                wait $reader
                echo "alone $worker"
                wait $worker
                echo "ended $?"
                """
            try await sandbox.shell(script) { shell in
                let line = try await shell.waitForOutput("alone ")
                let worker = try #require(pid_t(line.dropFirst("alone ".count)))
                try await emulator.waitForRequests(atLeast: 1)
                // It has something to log for it, too.
                kill(worker, SIGTERM)
                try await emulator.release()
                #expect(try await shell.waitForOutput("ended") == "ended 0")
            }
            #expect(try await sandbox.job(id).state == "succeeded")
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `Ctrl-C of a pipeline lets the worker's request end`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            // With a process group for the pipeline, as a terminal's shell makes one.
            let script = """
                set -m
                { trap : INT; "$headshot" worker 2>&1; echo $? >status; } | { cat; } >log &
                echo "group $(jobs -p)"
                wait
                """
            try await sandbox.shell(script) { shell in
                let line = try await shell.waitForOutput("group ")
                let group = try #require(pid_t(line.dropFirst("group ".count)))
                try await emulator.waitForRequests(atLeast: 1)
                #expect(kill(-group, SIGINT) == 0)
                try await emulator.release()
                _ = try await shell.waitForExit()
            }
            let status = try String(contentsOfFile: "\(sandbox.folder)/status", encoding: .utf8)
            #expect(status == "130\n")
            #expect(try await sandbox.job(id).state == "succeeded")
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test(arguments: [
        ("list", "0"), ("list --json", "0"), ("status", "0"), ("show $id", "0"),
        ("watch $id", "141"), ("status --watch", "141"), ("analyze photo-0.jpg", "141"),
        ("submit photo-0.jpg --check-only", "141"), ("--help", "0"),
    ])
    func `a reader of answers that leaves ends the command without a word`(
        command: String, status: String
    ) async throws {
        try await Sandbox.offline { sandbox in
            let id = try await sandbox.submitOne()
            let result = try await sandbox.shell(readerLeaves(before: command, id: id))
            #expect(result.output == "\(status)\n")
            #expect(result.errors == "")
        }
    }

    @Test(arguments: ["", " --json", " --jsonl", " --csv"])
    func `a list is not read on when its reader has left`(format: String) async throws {
        let command = "list --limit 5000\(format)"
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submitOne()
            // Older than all others, and so read last; it would be named.
            try await sandbox.tamper(
                """
                INSERT INTO job (
                    id, kind, payload, provider, space, person, priority, state, reason, due_at,
                    created_at, ended_at)
                WITH RECURSIVE one (number) AS (
                    VALUES (1) UNION ALL SELECT number + 1 FROM one WHERE number < 1000)
                SELECT number, 'headshot', payload, 'gemini', '', 'anna', 0, 'cancelled',
                    'cancelled', number, number, number
                FROM one, (SELECT payload FROM job);
                INSERT INTO report (job, seen) VALUES (1, 'x')
                """)
            let whole = try await sandbox.run(command.split(separator: " ").map(String.init))
            #expect(whole.exit == .status(74), "\(whole.errors)")
            let result = try await sandbox.shell(readerLeaves(before: command))
            #expect(result.output == "0\n")
            #expect(result.errors == "")
        }
    }

    @Test func `a submit goes on when nobody reads its ids`() async throws {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["a.jpg": 1, "b.jpg": 2, "c.jpg": 3])
            let result = try await sandbox.shell(readerLeaves(before: "submit team --force"))
            #expect(result.output == "0\n")
            #expect(try await sandbox.jobs().count == 3)
        }
    }

    @Test func `a display without a reader ends although nothing changes`() async throws {
        try await Sandbox.offline { sandbox in
            let id = try await sandbox.submitOne()
            let result = try await sandbox.shell(
                #""$headshot" watch \#(id) | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}"#)
            #expect(result.output == "141\n")
        }
    }

    /// A script that runs a command once the reader of its output has gone, and prints its status.
    private func readerLeaves(before command: String, id: String = "") -> String {
        """
        id=\(id)
        mkfifo gone
        { read -r _ <gone; "$headshot" \(command); echo $? >status; } | { exec <&-; echo >gone; }
        cat status
        """
    }
}
