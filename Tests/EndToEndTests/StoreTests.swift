import Foundation
import TestSupport
import Testing

/// The program with its files in a store that speaks S3, and the queue on this machine.
@Suite(
    .needs("SeaweedFS (make setup-s3)", where: { S3Server.isInstalled }), .s3Server,
    .timeLimit(.minutes(10)))
struct StoreTests {
    @Test func `a photo goes through a store to a headshot, and can be fetched from there`()
        async throws
    {
        try await Sandbox.withStore { sandbox, emulator, store, _ in
            let id = try await sandbox.submitOne()
            #expect(try await store.keys("photos").count == 1)
            #expect(try await sandbox.drain() == 0)
            let locator = "\(store.url)/results/\(id)-front-professional"
            #expect(try await sandbox.expect(0, "result", id) == "\(locator).png")
            #expect(try await sandbox.expect(0, "result", id, "--sidecar") == "\(locator).json")
            #expect(try await sandbox.job(id).result == "\(locator).png")

            let kept = try #require(
                try await store.objects()["results/\(id)-front-professional.png"])
            let fetched = "\(sandbox.folder)/me.png"
            #expect(try await sandbox.expect(0, "result", id, "--output", "me.png") == "me.png")
            #expect(FileManager.default.contents(atPath: fetched) == kept)
            let json = try await sandbox.expect(0, "result", id, "--sidecar", "--output", "-")
            #expect(json.contains("\"job\" : \"\(id)\""))

            _ = try await sandbox.expect(0, "export", "team")
            let copy = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder)/team")
            #expect(copy.count == 1)
            #expect(
                FileManager.default.contents(atPath: "\(sandbox.folder)/team/\(copy[0])") == kept)
            _ = try await sandbox.expect(0, "export", "team.zip")
            let sheet = try await sandbox.expect(0, "sheet", "team.html")
            let page = try String(contentsOfFile: "\(sandbox.folder)/\(sheet)", encoding: .utf8)
            #expect(!page.contains("not at its place") && !page.contains("not in the store"))

            // Nothing that a store keeps is on this machine, and nothing that is saved waits there.
            let here = try FileManager.default.subpathsOfDirectory(atPath: sandbox.home)
            #expect(!here.contains { $0.hasPrefix("photos") || $0.hasPrefix("results") })
            #expect(try await store.keys("spool") == [])
            #expect(try await emulator.ledger().count == 1)
        }
    }

    /// Where the file of a headshot is, and the option that copies it.
    @Test(arguments: [false, true])
    func `a headshot is never copied over a file`(inStore: Bool) async throws {
        try await Sandbox.withStore { stored, _, _, _ in
            var sandbox = stored
            if !inStore { sandbox.variables["HEADSHOT_STORE"] = nil }
            let id = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == 0)
            try sandbox.write("mine", to: "me.png")
            _ = try await sandbox.expect(
                64, "result", id, "--output", "me.png", words: "There is a file already")
            let file = "\(sandbox.folder)/me.png"
            #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
            _ = try await sandbox.expect(0, "result", id, "--output", "other.png")
            let other = FileManager.default.contents(atPath: "\(sandbox.folder)/other.png")
            #expect(other?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        }
    }

    /// Where a worker is killed, and what becomes of its job.
    @Test(arguments: [
        ("jobClaimed", "succeeded"), ("chargeWritten", "uncertain"),
        ("answerArrived", "uncertain"), ("answerSpooled", "succeeded"),
        ("savingBegun", "succeeded"), ("headshotSaved", "succeeded"),
        ("sidecarSaved", "succeeded"), ("successWritten", "succeeded"),
    ])
    func `a killed worker loses nothing and pays nothing twice`(
        point: String, end: String
    ) async throws {
        try await Sandbox.withStore { sandbox, emulator, store, _ in
            let id = try await sandbox.submitOne()
            var killed = sandbox
            killed.variables["HEADSHOT_CRASH_POINT"] = point
            #expect(try await killed.run("worker").exit == .signal(SIGKILL))
            _ = try await sandbox.run("drain", "--wait")
            let job = try await sandbox.job(id)
            #expect(job.state == end)
            #expect(try await emulator.ledger().count <= 1)
            if end == "succeeded" {
                #expect(try await emulator.ledger().count == 1)
                #expect(try await store.keys("results").count == 2)
                #expect(try await store.keys("spool") == [])
            }
        }
    }

    @Test func `nothing of a forgotten person is left in the store, and all of another is`()
        async throws
    {
        try await Sandbox.withStore { sandbox, _, store, _ in
            for (seed, person) in ["anna", "bert"].enumerated() {
                _ = try await sandbox.submit(["--person", person, sandbox.photo(seed: seed)])
            }
            #expect(try await sandbox.drain() == 0)
            let before = try await store.objects()
            let bert = try #require(try await sandbox.jobs().first { $0.person == "bert" })
            _ = try await sandbox.expect(0, "forget", "anna", "--yes")
            let after = try await store.objects()
            let photo = try await sandbox.job(bert.id).photoSha256
            #expect(before.count == 6 + 1)
            #expect(after.count == 3 + 1)
            let left = after.keys.filter { $0 != "room" }
            #expect(left.allSatisfy { $0.contains(bert.id) || $0.contains(photo) }, "\(left)")
        }
    }

    @Test
    func `while the store is away, nothing is queued, sent or lost, and each command says so`()
        async throws
    {
        try await Sandbox.withStore { sandbox, emulator, store, proxy in
            let id = try await sandbox.submitOne()
            proxy.takeAway()
            let photo = try sandbox.photo(seed: 1)
            async let submitted = sandbox.expect(
                75, "submit", "--force", photo, words: "Nothing was queued.")
            async let drained = sandbox.expect(74, "drain", words: "The store cannot be used now")
            _ = try await (submitted, drained)
            #expect(try await emulator.ledger().isEmpty)
            #expect(try await sandbox.jobs().map(\.id) == [id])
            proxy.putBack()
            #expect(try await sandbox.drain("--wait") == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
        }
    }

    @Test func `a server sends what a store keeps, and answers 503 while it is away`()
        async throws
    {
        try await Sandbox.withStore { sandbox, _, store, proxy in
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox, "--work") { server in
                func get(_ path: String, _ headers: [String: String] = [:]) async throws
                    -> ServerProcess.Answer
                {
                    try await server.send(
                        "GET", path, token: token, person: "81f3", headers: headers)
                }
                let photo = try PhotoFixture.landscape()
                let id = try await server.queueOne(photo, token: token)
                let done = try await get("/v1/jobs/\(id)", ["prefer": "wait=60"])
                #expect(try done.json["state"] as? String == "succeeded", "\(done.text)")
                #expect(!done.text.contains("s3://"))
                let kept = try await store.objects()["results/\(id)-front-professional.png"]
                let path = "/v1/jobs/\(id)/headshot"
                let headshot = try await get(path)
                #expect(headshot.body == kept)
                #expect(headshot.header("content-type") == "image/png")
                let tag = try #require(headshot.header("etag"))
                #expect(try await get(path, ["if-none-match": tag]).status == 304)
                #expect(try await get("\(path)?side=64").header("content-type") == "image/jpeg")
                #expect(try await get("/v1/jobs/\(id)/photo").body == photo)
                let archive = try await get("/v1/archive.zip")
                #expect(archive.status == 200 && archive.body.count > (kept?.count ?? 0))

                proxy.takeAway()
                let away = try await get(path)
                #expect(away.status == 503)
                #expect(try away.problem == "store")
                #expect(away.header("retry-after") != nil)
                proxy.putBack()
                #expect(try await get(path).status == 200)
            }
        }
    }

    @Test func `servers of one store sign webhooks with one key`() async throws {
        try await Sandbox.withStore { sandbox, _, store, _ in
            var other = sandbox
            other.variables["HEADSHOT_HOME"] = "\(sandbox.folder)/other"
            var secrets: Set<String> = []
            for each in [sandbox, other] {
                _ = try await each.addSpace("shop")
                let told = try await each.expect(
                    0, "space", "set", "shop", "--webhook", "https://shop.example.com/hook")
                secrets.insert(try String(#require(told.firstMatch(of: /whsec_[^\s"]+/)).output))
            }
            #expect(secrets.count == 1)
            #expect(try await store.objects()["meta/serve.key"]?.count == 32)
        }
    }

    @Test func `a home never mixes up where its files are`() async throws {
        try await Sandbox.withStore { sandbox, _, store, _ in
            let id = try await sandbox.submitOne()
            var forgetful = sandbox
            forgetful.variables["HEADSHOT_STORE"] = nil
            let photo = try sandbox.photo(seed: 1)
            for command in [["submit", "--force", photo], ["drain"], ["doctor"]] {
                let told = try await forgetful.run(command)
                #expect(told.exit == .status(78), "\(told)")
                #expect("\(told)".contains("The files of this home are in \(store.url)/"))
            }
            var other = sandbox
            other.variables["HEADSHOT_STORE"] = "\(store.url)/another"
            _ = try await other.expect(78, "list", words: "remove \(sandbox.home)/store")
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
        }
    }

    @Test func `a home with photos in its folders is not given a store`() async throws {
        try await Sandbox.withStore { sandbox, _, _, _ in
            var plain = sandbox
            plain.variables["HEADSHOT_STORE"] = nil
            _ = try await plain.submitOne()
            _ = try await sandbox.expect(78, "drain", words: "\(sandbox.home)/photos")
            #expect(try await plain.drain() == 0)
        }
    }

    @Test func `doctor tells of a store that keeps its promises`() async throws {
        try await Sandbox.withStore { sandbox, _, store, _ in
            let told = try await sandbox.run("doctor", "--offline").output
            #expect(told.contains("\(store.url)/; of many that create one object, one wins"))
            #expect(try await store.keys("meta") == [])
        }
    }

    @Test(arguments: ["worker", "drain", "serve", "doctor"])
    func `a store that lets two create one object is refused`(command: String) async throws {
        let yes = Data("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        let server = try ScriptedServer(
            scripts: Array(repeating: [.readRequest, .write(yes)], count: 200))
        try await Sandbox.offline { plain in
            var sandbox = plain
            sandbox.keepFiles(in: "s3://tests/x", at: server.url)
            _ = try await sandbox.expect(
                78, command, words: "16 of 16 requests created one object at the same time")
        }
    }

    /// Settings of a store that do not do, and what is said.
    @Test(arguments: [
        (["HEADSHOT_STORE": "tests"], "it must be s3://BUCKET or s3://BUCKET/PREFIX"),
        (["HEADSHOT_STORE": "s3://me:a-secret@tests"], "HEADSHOT_STORE is 's3://…'"),
        (["AWS_ENDPOINT_URL": "http://store.example.com"], "http is for this machine only"),
        (["AWS_ENDPOINT_URL": ""], "Set AWS_REGION for Amazon's"),
        (["AWS_REGION": "Here!"], "it must be a region like eu-central-1"),
        (["AWS_SECRET_ACCESS_KEY": ""], "no keys of it are set"),
        (["AWS_SECRET_ACCESS_KEY": "a secret\nx: y"], "AWS_SECRET_ACCESS_KEY"),
        (["AWS_SECRET_ACCESS_KEY": "\"a-secret\""], "is in quotes"),
        (["AWS_ACCESS_KEY_ID": "KEY=a-secret"], "is a whole assignment"),
        (["HEADSHOT_STORE_KEY_FILE": "/nowhere"], "cannot be read: /nowhere"),
        (["HEADSHOT_RESULTS": "s3://tests"], "HEADSHOT_STORE names a store"),
    ])
    func `a setting that does not do ends with 78 and says what to do`(
        variables: [String: String], words: String
    ) async throws {
        try await Sandbox.offline { plain in
            var sandbox = plain
            sandbox.keepFiles(in: "s3://tests/x", at: "http://127.0.0.1:9")
            sandbox.variables.merge(variables) { $1 }
            for command in ["list", "doctor"] {
                let told = try await sandbox.run(command)
                #expect(told.exit == .status(78), "\(told)")
                #expect("\(told.output)\(told.errors)".contains(words), "\(told)")
                #expect(!"\(told)".contains("secret"), "\(told)")
            }
        }
    }

    @Test func `config tells of the store, and never of its keys`() async throws {
        try await Sandbox.offline { plain in
            var sandbox = plain
            sandbox.keepFiles(in: "s3://tests/x", at: "http://127.0.0.1:9")
            sandbox.variables["AWS_SESSION_TOKEN"] = "a-token"
            let told = try await sandbox.expect(0, "config")
            #expect(told.contains("s3://tests/x/"))
            #expect(told.contains("s3://tests/x/results"))
            for secret in [S3Server.accessKey, S3Server.secretKey, "a-token"] {
                #expect(!told.contains(secret))
            }
        }
    }
}
