import Answers
import Companion
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import People
import Setup

/// Checks whether the queue is sound, and what delays its jobs.
struct QueueChecks {
    let opened: OpenHome
    let configuration: Configuration
    let keyed: [ProviderKind]
    /// Whether to read all of the queue, however long that takes.
    let isDeep: Bool

    private var home: HeadshotHome { opened.home }
    private var environment: Environment { configuration.environment }

    struct Found {
        var checks: [Check]
        /// What workers learned of models, by the names of providers and of their lanes for words.
        var models: [String: KnownModels] = [:]
        /// The names of the providers that spaces have.
        var providersOfSpaces: Set<String> = []
    }

    func run() async -> Found {
        guard opened.hasQueue else { return Found(checks: [.ok("queue", "none yet")]) }
        var found = Found(checks: [])
        do {
            try await Session.run(configuration, home: home.root) { session in
                found = try await look(session.store)
            }
        } catch {
            found = Found(checks: [.problem("queue", error)])
        }
        return found
    }

    private func look(_ store: JobStore) async throws -> Found {
        let spaces = try await store.spaces()
        var found = Found(
            checks: try await examine(store),
            providersOfSpaces: Set(spaces.map(\.settings.provider)))
        found.checks.append(
            WordsChecks.spaces(try await checked(spaces, store), of: spaces.count))
        found.checks.append(Self.publicLinks(try await unlimitedLinks(spaces, store)))
        for kind in ProviderKind.paid {
            for name in [kind.rawValue, WordsLane.name(of: kind.rawValue)] {
                found.models[name] = try await store.models(of: name)
            }
        }
        return found
    }

    /// Judges the words of spaces: the same words once, and unless all is to be read, so many that it takes a second or two.
    private func checked(
        _ spaces: [SpaceRecord], _ store: JobStore
    ) async throws -> [WordsChecks.Checked] {
        struct Source: Hashable {
            let own: String?
            let preset: SpacePreset
        }
        var problems: [Source: [WordsProblem]?] = [:]
        var checked: [WordsChecks.Checked] = []
        for record in spaces {
            let source = Source(
                own: try await store.words(of: record.space), preset: record.settings.preset)
            if problems[source] == nil {
                guard isDeep || problems.count < Self.wordsAtOnce else { continue }
                let words = try? Words.resolved(own: source.own, preset: source.preset)
                problems.updateValue(words?.problems, forKey: source)
            }
            checked.append(
                WordsChecks.Checked(space: record.space, problems: problems[source] ?? nil))
        }
        return checked
    }

    private static let wordsAtOnce = 8

    private func examine(_ store: JobStore) async throws -> [Check] {
        let janitor = Janitor(store: store, home: home, environment: environment.worker())
        let aDayAgo = environment.now - 86_400
        let leftovers = try await janitor.leftovers(
            before: aDayAgo, answersBefore: aDayAgo, results: home.results)
        let counts = try await store.counts()
        let roster = WorkerRoster(store.presence)
        var waiting = 0
        var keyless = 0
        for kind in ProviderKind.paid {
            let jobs = try await store.waitingCount(of: kind.rawValue)
            waiting += jobs
            if !keyed.contains(kind) { keyless += jobs }
        }
        let own: [Check]
        if let server = try await store.serverCondition() {
            own = Check.server(server, hostTime: environment.machinesNow)
        } else {
            own = [
                try await soundness(store),
                Self.sqlite(version: try await store.files().version()),
                Self.payments(store.reconciliation), Self.kept(try await janitor.keptQueues()),
            ]
        }
        var deep: [Check] = []
        if isDeep {
            deep = [
                Self.sums(try await store.differingSums()),
                Self.unhashed(try await store.unhashedResults()),
            ]
        }
        return own + deep + [
            Self.gate(try await store.gates(), now: environment.now),
            Self.key(isSet: keyless == 0, waiting: keyless == 0 ? waiting : keyless),
            Self.workers(
                try await roster.living().count, outdated: try await roster.outdated().count,
                waiting: counts[.waiting] ?? 0),
            Self.uncertain(counts[.uncertain] ?? 0),
            Self.leftovers(leftovers.photos.count + leftovers.temporaryFiles.count),
            Self.keeping(
                try await store.nextRemovals(own: configuration.keeping()), now: environment.now),
            Self.webhooks(
                try await store.webhooks(), hasKey: try await ServeKey.read(home) != nil,
                now: environment.now),
        ]
    }

    /// Copies of older queues; they take room, and name persons who were forgotten since.
    static func kept(_ queues: [String]) -> Check {
        guard !queues.isEmpty else { return .ok("older queues", "none kept") }
        return .ok(
            "older queues",
            """
            kept by a restore or an upgrade; remove them when you need no way back: \
            \(queues.joined(separator: ", "))
            """)
    }

    private func soundness(_ store: JobStore) async throws -> Check {
        let problems =
            isDeep
            ? try await store.files().integrityProblems() : try await store.problemsInUse()
        guard let first = problems.first else {
            let part = isDeep ? "" : " where it is in use; --deep reads all of it"
            return .ok("queue", "sound\(part)")
        }
        return .problem(
            "queue", "damaged: \(first)", remedy: "Stop all workers and restore a backup.")
    }

    /// The kept counts and sums, by the tables that have others than the jobs and charges give.
    static func sums(_ differing: [String: Int]) -> Check {
        guard !differing.isEmpty else { return .ok("sums", "as the jobs and charges give them") }
        let tables = differing.sorted { $0.key < $1.key }.map { "\($0.value) in \($0.key)" }
        return .problem(
            "sums", "rows differ from the jobs and charges: \(tables.joined(separator: ", "))",
            remedy: "Stop all workers and report this, with the queue's file if you can.")
    }

    /// Results that were saved before their rows had hashes.
    ///
    /// They are not hashed later: whatever lies there by now would be taken for what was saved.
    static func unhashed(_ count: Int) -> Check {
        .ok(
            "results",
            count == 0
                ? "each is compared with its hash when it is read"
                : "saved by an older version, and so read without being compared: \(count)")
    }

    /// Older versions can damage a file that several processes use; this program's own lock prevents it.
    static func sqlite(version: String) -> Check {
        let isSafe = version.compare("3.51.3", options: .numeric) != .orderedAscending
        return .ok(
            "SQLite",
            isSafe
                ? version
                : "\(version), made safe by headshot's own lock; write to the queue with headshot only"
        )
    }

    static func gate(_ gates: [Gate], now: Date) -> Check {
        for gate in gates {
            guard let words = GateWords(gate, now: now) else { continue }
            return gate.isHalted
                ? .problem("gate", "halted: \(words.headline)", remedy: words.advice)
                : .warning("gate", "closed: \(words.headline)", remedy: words.advice)
        }
        return .ok("gate", "open")
    }

    static func key(isSet: Bool, waiting: Int) -> Check {
        guard !isSet, waiting > 0 else { return .ok("jobs to send", "\(waiting)") }
        return .problem(
            "jobs to send", "no API key is set for them, and jobs wait for one: \(waiting)",
            remedy:
                "Set GEMINI_API_KEY, or use --api-key-file; for jobs of openai, set OPENAI_API_KEY."
        )
    }

    static func workers(_ count: Int, outdated: Int, waiting: Int) -> Check {
        guard outdated == 0 else {
            return .warning(
                "workers",
                """
                \(count) at work, \(outdated) of an older headshot: they write the outcomes of their requests, begin \
                nothing more, and end with \(ExitStatus.configuration.rawValue)
                """, remedy: "Start them again with this version.")
        }
        guard count == 0 else { return .ok("workers", "\(count) at work") }
        guard waiting > 0 else { return .ok("workers", "none, and no job waits") }
        return .warning(
            "workers", "none, and jobs wait: \(waiting)",
            remedy: "Start 'headshot worker', or run 'headshot drain'.")
    }

    static func uncertain(_ count: Int) -> Check {
        guard count > 0 else { return .ok("money", "no charge is in doubt") }
        return .warning(
            "money", "jobs whose charge is in doubt: \(count)",
            remedy:
                "'headshot list --state uncertain' shows them; 'headshot resolve' moves them on.")
    }

    /// Opening the queue has already parked jobs that would have been paid again.
    static func payments(_ learned: Reconciliation?) -> Check {
        guard let learned else { return .ok("payments", "queue and payments journal agree") }
        let parked = learned.parked.count
        let missing = learned.missing.count
        return .warning(
            "payments",
            "the queue was older than its payments journal; uncertain now: \(parked); not in it: \(missing)",
            remedy: "'headshot list --state uncertain' shows jobs that may have been charged.")
    }

    static func webhooks(_ states: [WebhookState], hasKey: Bool, now: Date) -> Check {
        let webhooks = states.filter { $0.webhook != nil }
        guard !webhooks.isEmpty else { return .ok("webhooks", "none") }
        guard hasKey else {
            return .warning(
                "webhooks", "the file serve.key is gone, without which nothing is sent",
                remedy: "Put it back, or 'headshot space rotate NAME --webhook' for each space.")
        }
        for problem in webhooks.compactMap({ WebhookProblem($0, now: now) }) {
            return .warning(
                "webhooks", "\(problem.space): \(problem.sentence)", remedy: problem.advice)
        }
        return .ok("webhooks", "\(webhooks.count), and all receive their deliveries")
    }

    static func leftovers(_ count: Int) -> Check {
        guard count > 0 else { return .ok("leftovers", "none") }
        return .warning(
            "leftovers", "files that nothing needs: \(count)",
            remedy: "'headshot prune' removes them, and old jobs with them.")
    }
}

/// Checks of the server that has the queue.
extension Check {
    static func server(_ found: ServerCondition, hostTime: Date) -> [Check] {
        [
            .ok("server", "PostgreSQL \(found.version) at \(found.name)"), standbys(found),
            rights(found.forbidden),
            transactions(found.oldestTransaction, hidesOthers: found.hidesOthers),
            payments(found), clock(hostTime.timeIntervalSince(found.time)),
        ]
    }

    private static func standbys(_ found: ServerCondition) -> Check {
        guard !found.hidesOthers else {
            return .warning(
                "standbys", "the queue's user may not see them",
                remedy: "Grant it pg_read_all_stats, as docs/several-machines.md does.")
        }
        guard found.asynchronousStandbys > 0, found.synchronousStandbys == 0 else {
            let count = found.synchronousStandbys
            return .ok("standbys", count == 0 ? "none" : "\(count) with every commit")
        }
        return .warning(
            "standbys",
            "they follow after the commit: if the server is lost, the last jobs are, too",
            remedy: "Set synchronous_standby_names.")
    }

    private static func rights(_ forbidden: [String]) -> Check {
        guard !forbidden.isEmpty else {
            return .ok("rights", "all tables and sequences can be written")
        }
        return .problem(
            "rights", "the queue's user may not write: \(forbidden.joined(separator: ", "))",
            remedy: "docs/several-machines.md has the grants.")
    }

    static func transactions(_ oldest: OldestTransaction, hidesOthers: Bool) -> Check {
        let seconds = oldest.seconds
        guard seconds >= namedTransaction else {
            return .ok(
                "transactions",
                hidesOthers ? "none of the queue's user lasts long" : "none lasts long")
        }
        let open = "(\(oldest.name)) has been open for \(TimeWords.span(Double(seconds)))"
        guard seconds >= longTransaction else {
            return .ok("transactions", "the oldest \(open)")
        }
        return .warning(
            "transactions", "one \(open), and the tables grow",
            remedy: "End it, or let it end: pg_stat_activity shows what it does.")
    }

    /// In seconds; those of the queue take less than one.
    private static let namedTransaction = 60
    /// In seconds.
    private static let longTransaction = 600

    private static func payments(_ found: ServerCondition) -> Check {
        guard found.isReconciled else {
            return .warning(
                "payments", "the server was restored or replaced, and no worker claims a job yet",
                remedy: "Start a worker: it looks into the store first.")
        }
        guard found.unwrittenPayments > manyPayments else {
            return .ok("payments", "the store has them")
        }
        return .warning(
            "payments", "the store does not have the outcomes of \(found.unwrittenPayments)",
            remedy: "A worker that reaches the store writes them.")
    }

    /// More than workers leave for a moment.
    private static let manyPayments = 100

    private static func clock(_ offset: TimeInterval) -> Check {
        guard abs(offset) > mostOffset else {
            return .ok("clock of the server", "as this machine's")
        }
        return .warning(
            "clock of the server",
            "this machine's is \(Int(clamping: offset, rounding: .toNearestOrAwayFromZero)) s off the server's, which decides",
            remedy: "Let a time service set it.")
    }

    /// In seconds.
    private static let mostOffset: TimeInterval = 2
}
