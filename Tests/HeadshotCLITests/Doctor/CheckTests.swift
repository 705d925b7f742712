import Answers
import Foundation
import HeadshotWorker
import Isolation
import ObjectStore
import TestSupport
import Testing
import Validation

@testable import Companion
@testable import Generation
@testable import HeadshotCLI
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct CheckTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(
        arguments: [
            (PhotoFormat.allCases, .ok), ([.jpeg, .png, .webp], .warning),
            ([.png, .webp, .heic, .heif], .problem), ([], .problem),
        ] as [([PhotoFormat], Check.Level)])
    func `HEIC can be done without, JPEG cannot`(formats: [PhotoFormat], level: Check.Level) {
        let library = ImageLibrary(
            version: "8.14.1", decodableFormats: Set(formats), decodesPhoneHEIC: true)
        #expect(PhotoChecks.formats(library).level == level)
    }

    @Test func `a library that does not know the HEIC of telephones is warned of`() {
        let library = ImageLibrary(
            version: "8.14.1", decodableFormats: Set(PhotoFormat.allCases), decodesPhoneHEIC: false)
        let check = PhotoChecks.formats(library)
        #expect(check.level == .warning)
        #expect(check.remedy?.contains("libheif") == true)
    }

    @Test func `a decoder of another build than the program is warned of`() {
        #expect(PhotoChecks.decoder("/x", commit: "a1", own: "a1").level == .ok)
        #expect(PhotoChecks.decoder("/x", commit: nil, own: nil).level == .ok)
        for (commit, own) in [("a1", "b2"), (nil, "b2"), ("a1", nil)] {
            let check = PhotoChecks.decoder("/x", commit: commit, own: own)
            #expect(check.level == .warning)
            #expect(check.finding.contains(commit ?? "unknown"))
            #expect(check.finding.contains(own ?? "unknown"))
        }
    }

    @Test(
        arguments: [(59, .ok, false), (60, .ok, true), (600, .warning, true)]
            as [(Int, Check.Level, Bool)])
    func `a transaction beside the queue is named after a minute, and warned of after ten`(
        seconds: Int, level: Check.Level, isNamed: Bool
    ) {
        let oldest = OldestTransaction(
            seconds: seconds, name: "process 7, anna, psql", application: "psql")
        let check = Check.transactions(oldest, hidesOthers: false)
        #expect(check.level == level)
        #expect(check.finding.contains(oldest.name) == isNamed)
        #expect(check.finding.contains(TimeWords.span(Double(seconds))) == isNamed)
    }

    @Test func `results that cannot be compared are counted`() {
        #expect(QueueChecks.unhashed(0).finding == "each is compared with its hash when it is read")
        #expect(QueueChecks.unhashed(7).finding.hasSuffix("without being compared: 7"))
    }

    @Test func `fences that the kernel lacks are named`() {
        #expect(PhotoChecks.fences(.all).level == .ok)
        let check = PhotoChecks.fences([.privileges, .resources, .calls])
        #expect(check.level == .warning)
        #expect(check.finding == "no privileges, resource limits, seccomp; missing: Landlock")
        let demanded = PhotoChecks.fences([.privileges, .resources, .calls], .required)
        #expect(demanded.level == .problem)
        #expect(demanded.finding == check.finding)
        #expect(PhotoChecks.fences(.all, .required).level == .ok)
    }

    @Test(
        arguments: [
            (BucketRules(), .ok, ""),
            (BucketRules(expiring: ["other/"], archiving: ["other/"]), .ok, ""),
            (BucketRules(expiring: ["team/photos/old"]), .warning, "removes objects"),
            (BucketRules(expiring: ["team/spool/"]), .warning, "spool/"),
            (BucketRules(expiring: [""]), .warning, "photos/, spool/, payments/"),
            (BucketRules(archiving: ["team/"]), .warning, "archives objects by their age"),
            (nil, .warning, "may not read"),
        ] as [(BucketRules?, Check.Level, String)])
    func `a rule that removes or archives what must stay is warned of`(
        rules: BucketRules?, level: Check.Level, words: String
    ) {
        let check = StoreChecks.judge(rules, beneath: "team/")
        #expect(check.level == level)
        #expect(check.finding.contains(words) || words.isEmpty, "\(check)")
    }

    @Test func `a webhook that fails, waits or lost its key is told of`() throws {
        func check(
            pending: Int = 0, failed: Int = 0, due: Date? = nil, refused: Date? = nil,
            last: WebhookState.LastFailure? = nil, hasKey: Bool = true
        ) throws -> Check {
            let state = WebhookState(
                space: try #require(Space("shop")),
                webhook: Webhook(
                    url: try #require(WebhookURL("https://shop.example.com")), generation: 1,
                    overlap: nil, refused: refused),
                pending: pending, failed: failed, firstDue: due, lastFailure: last)
            return QueueChecks.webhooks([state], hasKey: hasKey, now: Sample.now)
        }
        let failure = WebhookState.LastFailure(at: Sample.now, status: 500, reason: "status")
        #expect(QueueChecks.webhooks([], hasKey: false, now: Sample.now) == .ok("webhooks", "none"))
        #expect(try check(pending: 1, due: Sample.now).level == .ok)
        #expect(try check(hasKey: false).finding.contains("serve.key is gone"))
        #expect(
            try check(failed: 2, last: failure).finding
                == "shop: Given up: 2; waiting: 0. Last: It answered 500.")
        #expect(try check(pending: 1, due: Sample.now - 61).remedy == "Start 'headshot serve'.")
        #expect(try check(refused: Sample.now).finding.contains("wants no more since"))
    }

    @Test func `a listed model is well, another one names those that make pictures`() {
        let listing = ModelListing.models(["gemini-text", "gemini-9-image"])
        let known = ProviderChecks.check(listing, for: named("gemini-9-image"), now: Sample.now)
        #expect(known.level == .ok)
        let unknown = ProviderChecks.check(listing, for: named("gemini-1"), now: Sample.now)
        #expect(unknown.level == .problem)
        #expect(unknown.remedy == "Set --model or HEADSHOT_MODEL to one of: gemini-9-image.")
    }

    @Test func `each provider's checks have its name, and name its setting`() {
        let expected = ExpectedModel(of: .openai, named: "gpt-image-2", chosen: nil)
        let offered = ModelListing.models([
            "gpt-image-2.5-sunburst", "gpt-image-2.5-flare", "gpt-5.6-luna",
        ])
        let gone = ProviderChecks.check(offered, of: .openai, for: expected, now: Sample.now)
        #expect(gone.level == .problem)
        #expect(gone.name.hasPrefix("openai's "))
        // Those that are too slow are no alternative.
        #expect(gone.remedy == "Set HEADSHOT_OPENAI_MODEL to one of: gpt-image-2.5-flare.")
        let unpriced = ProviderChecks.priced(expected, of: .openai)
        #expect(unpriced.level == .warning)
        #expect(unpriced.remedy?.contains("HEADSHOT_OPENAI_MODEL") == true)
    }

    private func named(_ model: String) -> ExpectedModel {
        ExpectedModel(named: model, chosen: nil)
    }

    @Test(
        arguments: [
            (["gemini-nano-banana-2.1"], [], Check.Level.ok, "gemini-nano-banana-2.1 is there"),
            (
                ["gemini-3.1-flash-image"], [], .warning,
                "gemini-nano-banana-2.1 is not there; the cheapest is gemini-3.1-flash-image, about $0.067 a headshot"
            ),
            (["gemini-9-image"], [], .problem, "none of its models is one that headshot knows"),
            (
                ["gemini-nano-banana-2.1"], ["gemini-nano-banana-2.1"], .problem,
                "none of its models is one that headshot knows"
            ),
        ] as [([String], Set<String>, Check.Level, String)])
    func `without a named model, the list is judged by what a worker would choose`(
        names: [String], gone: Set<String>, level: Check.Level, finding: String
    ) {
        let expected = ExpectedModel(named: nil, chosen: nil)
        let check = ProviderChecks.check(
            .models(names), for: expected, gone: gone, now: Sample.now)
        #expect(check.level == level)
        #expect(check.finding == finding)
    }

    @Test func `a model is told with its price and how it is known`() {
        let words = [
            ExpectedModel(named: "m", chosen: "c"), ExpectedModel(named: nil, chosen: "c"),
            ExpectedModel(named: nil, chosen: nil),
        ].map(\.words)
        #expect(
            words == [
                "m, at an unknown price (as named)",
                "c, at an unknown price (chosen from the key's list)",
                "gemini-nano-banana-2.1, about $0.034 a headshot (expected; a worker asks the key's list)",
            ])
    }

    @Test func `a refused key says what to set`() {
        let halt = Halt(reason: .keyInvalid, message: ProviderMessage(text: "Not valid."))
        let check = ProviderChecks.check(.refused(halt), for: named("gemini-1"), now: Sample.now)
        #expect(check.level == .problem)
        #expect(check.finding == "The API key is wrong, expired or blocked. Not valid.")
        #expect(check.remedy?.contains("GEMINI_API_KEY") == true)
    }

    @Test(arguments: [(0, Check.Level.ok), (86_401, .problem)])
    func `a clock from before the program is wrong`(secondsBefore: Double, level: Check.Level) {
        let check = ClockCheck.check(now: Sample.now - secondsBefore, built: Sample.now)
        #expect(check.level == level)
    }

    @Test(arguments: [("3.40.1", false), ("3.51.2", false), ("3.51.3", true), ("3.100.0", true)])
    func `an SQLite that needs our lock is said to`(version: String, isSafe: Bool) {
        let check = QueueChecks.sqlite(version: version)
        #expect(check.level == .ok)
        #expect((check.finding == version) == isSafe)
    }

    @Test(arguments: [(0, 0, Check.Level.ok), (0, 3, .warning), (2, 3, .ok)])
    func `waiting jobs without a worker are worth a word`(
        workers: Int, waiting: Int, level: Check.Level
    ) {
        #expect(QueueChecks.workers(workers, outdated: 0, waiting: waiting).level == level)
    }

    @Test func `workers of an older program are told of, and what they still do`() {
        let check = QueueChecks.workers(3, outdated: 1, waiting: 0)
        #expect(check.level == .warning)
        #expect(check.finding.contains("1 of an older headshot: they write the outcomes"))
    }

    @Test(arguments: [
        (true, 3, Check.Level.ok), (false, 0, .ok), (false, 3, .problem),
    ])
    func `jobs that wait for a key are a problem where there is none`(
        isSet: Bool, waiting: Int, level: Check.Level
    ) {
        #expect(QueueChecks.key(isSet: isSet, waiting: waiting).level == level)
    }

    @Test(arguments: [(0o700, Check.Level.ok), (0o750, .warning), (0o701, .warning)])
    func `a home that others can look into is worth a word`(
        rights: Int, level: Check.Level
    ) async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.setAttributes(
                [.posixPermissions: rights], ofItemAtPath: folder)
            let checks = HomeChecks(
                home: HeadshotHome(root: folder), results: "\(folder)/none", now: Self.now
            ).run()
            #expect(checks.first?.level == level)
        }
    }

    @Test(arguments: [(0o700, 0), (0o755, 0), (0o777, 1), (0o2775, 1)])
    func `a folder of headshots in which others can write is warned of`(
        rights: Int, warnings: Int
    ) async throws {
        try await withTemporaryFolder { folder in
            let results = "\(folder)/results"
            try FileManager.default.createDirectory(
                atPath: results, withIntermediateDirectories: false)
            try FileManager.default.setAttributes(
                [.posixPermissions: rights], ofItemAtPath: results)
            let checks = HomeChecks(
                home: HeadshotHome(root: folder), results: results, now: Self.now
            ).run()
            let warned = checks.filter { $0.name == "results" && $0.level == .warning }
            #expect(warned.count == warnings)
            #expect(warned.allSatisfy { $0.finding.contains(results) })
        }
    }

    @Test(arguments: [(0o755, 0), (0o1777, 0), (0o777, 1), (0o770, 1)])
    func `a folder above that of the headshots in which others can rename is warned of`(
        rights: Int, warnings: Int
    ) async throws {
        try await withTemporaryFolder { folder in
            let results = "\(folder)/shared/between/results"
            try FileManager.default.createDirectory(
                atPath: results, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try FileManager.default.setAttributes(
                [.posixPermissions: rights], ofItemAtPath: "\(folder)/shared")
            let link = "\(folder)/link"
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "\(folder)/shared/between")
            for path in [results, "\(link)/results"] {
                let checks = HomeChecks(
                    home: HeadshotHome(root: folder), results: path, now: Self.now
                ).run()
                let warned = checks.filter { $0.name == "results" && $0.level == .warning }
                #expect(warned.count == warnings)
                #expect(warned.allSatisfy { $0.finding.contains("\(folder)/shared,") })
            }
        }
    }

    @Test(arguments: [(0, Check.Level.ok), (6, .ok), (7, .warning), (400, .warning)])
    func `a backup that is older than a week is warned of`(days: Double, level: Check.Level)
        async throws
    {
        try await withTemporaryFolder { folder in
            let home = HeadshotHome(root: folder)
            func check() -> Check? {
                HomeChecks(home: home, results: "\(folder)/none", now: Self.now).run()
                    .first { $0.name == "backup" }
            }
            #expect(check() == nil, "who never made one is not asked for one")
            let ended = Self.now - days * 86_400 - 60
            let note = #"{"folder":"/backup","ended":"\#(ended.ISO8601Format())","hasFiles":true}"#
            try Data(note.utf8).write(to: URL(filePath: "\(folder)/latest-backup.json"))
            #expect(check()?.level == level)
            #expect(check()?.finding.contains("/backup") == true)
        }
    }

    @Test func `a home that is not there yet is no problem`() async throws {
        try await withTemporaryFolder { folder in
            let checks = HomeChecks(
                home: HeadshotHome(root: "\(folder)/not/yet"), results: "\(folder)/none",
                now: Self.now
            ).run()
            // A temporary folder is one that the system cleans.
            #expect(checks.map(\.level) == [.ok, .ok, .warning, .ok])
            #expect(checks[2].finding.contains("below /tmp"))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == [])
        }
    }

    @Test func `a queue that was put back is told of, with what is parked`() throws {
        #expect(QueueChecks.payments(nil).level == .ok)
        let job = try #require(JobID("0000000001"))
        let check = QueueChecks.payments(Reconciliation(parked: [job], missing: [], charges: 1))
        #expect(check.level == .warning)
        #expect(check.finding.hasSuffix("uncertain now: 1; not in it: 0"))
    }
}
