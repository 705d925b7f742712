import Foundation
import TestSupport
import Testing

/// What a person meets who uses the program every day.
@Suite(.timeLimit(.minutes(10)))
struct DailyUseTests {
    @Test func `folders inside a folder are taken if that is asked for, and hidden ones never`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["ann.jpg": 1])
            try sandbox.folder("team/it", photos: ["bert.jpg": 2])
            try sandbox.folder("team/it/berlin", photos: ["cora.jpg": 3])
            try sandbox.folder("team/.thumbnails", photos: ["ann.jpg": 4])
            let line = [
                "submit", "team", "--person-from-file-name", "--provider", "local", "--force",
            ]
            let flat = try await sandbox.run(line)
            #expect(flat.exit == .status(0), "\(flat.errors)")
            #expect(try await sandbox.jobs().map(\.person) == ["ann"])
            #expect(flat.errors.contains("--recursive"))
            let deep = try await sandbox.run(line + ["--recursive"])
            #expect(deep.exit == .status(0), "\(deep.errors)")
            #expect(try await sandbox.jobs().map(\.person).sorted() == ["ann", "bert", "cora"])
            #expect(deep.errors.contains(".thumbnails"))
            #expect(!deep.errors.contains("berlin"))
        }
    }

    @Test func `status names each worker, since when, and what it does`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let none = try await sandbox.run("status")
            #expect(none.output.contains(/workers +none/))
            let id = try await sandbox.submitOne()
            try await sandbox.running(["worker"]) { worker in
                try await sandbox.running(["watch", id, "--json"]) { watch in
                    // What only the worker itself can have said.
                    _ = try await watch.waitForOutput(#""phase":"processing""#)
                }
                let status = try await sandbox.run("status")
                let process = worker.processID
                let line = try #require(
                    status.output.split(separator: "\n").first {
                        $0.contains("process \(process)")
                    })
                #expect(line.contains(/^worker +worker, process \d+, since \d\d:\d\d: does 1 job$/))
                let json = try await sandbox.run("status", "--json").output
                #expect(json.contains(#""process" : \#(process)"#))
                #expect(json.contains(#""command" : "worker""#))
                try await emulator.release()
                worker.send(SIGTERM)
                _ = try await worker.waitForExit()
            }
            #expect(try await sandbox.run("status").output.contains(/workers +none/))
        }
    }

    @Test func `status says since when the job waits that was due first`() async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submitOne()
            let now = try await sandbox.run("status")
            #expect(!now.output.contains("the longest since"))
            let json = try await sandbox.run("status", "--json").output
            #expect(json.contains("oldest_due"))
        }
    }

    @Test func `the settings that differ from the defaults are shown, and where they are from`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            var plain = sandbox
            plain.variables = ["HOME": sandbox.folder, "HEADSHOT_CONCURRENCY": "4"]
            let none = try await plain.run("config", "--changed")
            #expect(none.exit == .status(0))
            #expect(none.output.contains("as they are by default"))
            try sandbox.write(
                "# mine\nHEADSHOT_DAILY_CAP=7\nHEADSHOT_MAX_ATTEMPTS=5\n", to: "my.conf")
            plain.variables["GEMINI_API_KEY"] = Sandbox.key
            let changed = try await plain.run("config", "--changed", "--config", "my.conf")
            #expect(changed.output.contains(/HEADSHOT_DAILY_CAP +7 +line 2 of the file/))
            #expect(changed.output.contains(/GEMINI_API_KEY +set +environment/))
            // Set to what it is anyway.
            for name in ["CONCURRENCY", "MAX_ATTEMPTS", "LISTEN"] {
                #expect(!changed.output.contains(name), "\(changed.output)")
            }
            let json = try await plain.run(
                "config", "--changed", "--json", "--config", "my.conf")
            #expect(json.output.matches(of: /"name" :/).count == 2)
            let all = try await plain.run("config")
            #expect(all.output.contains(/HEADSHOT_DAILY_CAP +\(the queue's\) +default/))
            #expect(!all.output.contains(/(?m) - +default$/))
            let both = try await plain.run("config", "--check", "--changed")
            #expect(both.exit == .status(64))
        }
    }

    @Test(arguments: [
        ("UTC", "Asia/Tokyo", " UTC+9"), ("Asia/Tokyo", "UTC", " UTC"), ("UTC", "UTC", nil),
        // Another name of a zone with the same clock.
        ("Asia/Seoul", "Asia/Tokyo", nil), ("Etc/UTC", "UTC", nil),
    ])
    func `times name their zone where the reader's clock shows another one`(
        machine: String, queue: String, offset: String?
    ) async throws {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            sandbox.variables["TZ"] = machine
            sandbox.variables["HEADSHOT_TIME_ZONE"] = queue
            let id = try await sandbox.submitOne()
            let usage = try await sandbox.run("usage").output
            let end = try #require(usage.firstMatch(of: #/the day ends at (.+), in /#)?.1)
            let shown = try await sandbox.run("show", id).output
            let submitted = try #require(shown.firstMatch(of: /(?m)^submitted +(.+)$/)?.1)
            for time in [end, submitted] {
                if let offset {
                    #expect(time.hasSuffix(offset), "\(time)")
                } else {
                    #expect(!time.contains("UTC"), "\(time)")
                }
            }
            // Programs read times of UTC, whatever the zones are.
            let json = try await sandbox.run("show", id, "--json").output
            #expect(json.contains(/"submitted" : "[0-9T:-]+Z"/))
        }
    }

    @Test func `a sheet to print is pages of A4, and no file is written over`() async throws {
        try await Sandbox.offline { sandbox in
            for seed in 0..<9 { _ = try await sandbox.submit([sandbox.photo(seed: seed)]) }
            let sheet = try await sandbox.run("sheet", "all.png")
            #expect(sheet.exit == .status(0), "\(sheet.errors)")
            let files = sheet.output.split(separator: "\n").map(String.init)
            #expect(files == ["all-1.png", "all-2.png"])
            for file in files {
                let page = try PictureJudge(
                    Data(contentsOf: URL(filePath: "\(sandbox.folder)/\(file)")))
                #expect((page.width, page.height) == (1240, 1754))
            }
            try FileManager.default.removeItem(atPath: "\(sandbox.folder)/all-1.png")
            let again = try await sandbox.run("sheet", "all.png")
            #expect(again.exit == .status(64))
            #expect(!FileManager.default.fileExists(atPath: "\(sandbox.folder)/all-1.png"))
        }
    }

    @Test func `a sheet has no time left that would run out while it is read`() async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submit([sandbox.photo(), "--not-before", "23:59"])
            let page = try await sandbox.run("sheet", "all.html")
            #expect(page.exit == .status(0))
            let html = try String(
                contentsOfFile: "\(sandbox.folder)/all.html", encoding: .utf8)
            #expect(html.contains(/Waits until [0-9: -]*23:59, as asked for/))
        }
    }

    @Test func `a sheet says nothing of a background that is not in the headshot`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            let street = DrawnFace.portrait.before { x, y in (x / 9 + y / 9) % 2 == 0 ? 180 : 90 }
            try street.jpeg().write(to: URL(filePath: "\(sandbox.folder)/street.jpg"))
            // A model makes a background, and this machine keeps it here, without the nets.
            for (provider, isSaid) in [("gemini", false), ("local", true)] {
                let id = try #require(
                    try await sandbox.submit(
                        ["street.jpg", "--provider", provider, "--person", provider]
                    ).first)
                #expect(try await sandbox.drain() == 0)
                let words = "The background is busy."
                #expect(try await sandbox.run("show", id).output.contains(words))
                let name = "\(provider).html"
                _ = try await sandbox.expect(0, "sheet", name, "--person", provider)
                let page = try String(
                    contentsOfFile: "\(sandbox.folder)/\(name)", encoding: .utf8)
                #expect(page.contains(words) == isSaid)
            }
        }
    }

    @Test func `of a photo that was made again in the same style the newest headshot is exported`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let photo = try sandbox.face()
            let first = try #require(
                try await sandbox.submit([photo, "--provider", "local"]).first)
            // An innocent one beside it, of another person.
            _ = try await sandbox.submit([photo, "--provider", "local", "--person", "bert"])
            #expect(try await sandbox.drain() == 0)
            _ = try await sandbox.expect(0, "retry", first)
            _ = try await sandbox.expect(0, "retry", first, "--background", "casual")
            #expect(try await sandbox.drain() == 0)
            let newest = try await sandbox.run("export", "out", "--name", "{job}", "--json")
            let copied = Set(
                newest.output.matches(of: /"id" : "([0-9a-z]+)"/).map { String($0.output.1) })
            let all = Set(try await sandbox.jobs().map(\.id))
            #expect(all.count == 4)
            #expect(copied == all.subtracting([first]))
            #expect(newest.output.contains(#""left_out" : 1"#))
            let told = try await sandbox.run("export", "out", "--name", "{job}")
            #expect(told.errors.contains("--all-attempts"))
            let rest = try await sandbox.run("export", "out", "--name", "{job}", "--all-attempts")
            #expect(rest.output == "Added 1 headshot to out; 3 were there before.\n")
        }
    }

    @Test func `a retry that is paid says how many places are left, and when it can be made`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, _ in
            let id = try await sandbox.submitOne()
            #expect(try await sandbox.drain("--daily-cap", "1") == 0)
            let retried = try await sandbox.run("retry", id)
            #expect(retried.exit == .status(0), "\(retried.errors)")
            #expect(retried.errors.contains("0 of 1 slots left today."))
            #expect(retried.errors.contains("the last is made on"))
            // What costs nothing takes no place.
            let free = try await sandbox.run("retry", id, "--by", "local")
            #expect(!free.errors.contains("slots"))
        }
    }

    @Test func `a gate says that no key is set here`() async throws {
        try await Sandbox.offline { sandbox in
            var keyless = sandbox
            keyless.variables["GEMINI_API_KEY"] = nil
            let gate = try await keyless.run("gate")
            #expect(gate.exit == .status(0))
            #expect(gate.errors.contains("No API key is set here"))
            #expect(try await sandbox.run("gate").errors.isEmpty)
        }
    }
}
