import Answers
import Companion
import JobQueue
import Setup

enum Topic: Hashable {
    case job(JobID)
    case scope(LiveScope)
}

/// What a listener gets: always the newest, so that a slow one has no backlog.
enum FeedUpdate: Sendable {
    /// The job; nil once it was removed.
    case job(JobResource?)
    case scope(ScopeGlance)
    /// The queue cannot be read at the moment.
    case unreadable
}

/// The open jobs of a scope, and those that ended since.
struct ScopeGlance: Sendable {
    /// The newest open jobs, newest first.
    let jobs: [JobResource]
    let counts: OpenCounts
    let gates: [Gate]
    /// The jobs that ended last, each with a number that grows.
    let ended: [(number: Int, job: JobResource)]
}

/// How many jobs are open.
struct OpenCounts: Encodable, Equatable {
    let waiting: Int
    let running: Int

    init(_ states: some Sequence<JobState>) {
        var (waiting, running) = (0, 0)
        for state in states {
            if state == .waiting { waiting += 1 } else { running += 1 }
        }
        (self.waiting, self.running) = (waiting, running)
    }
}

/// What was read of the queue for all listeners together.
struct QueueSnapshot {
    private(set) var topics: Set<Topic> = []
    private var found: [JobID: (job: Job, charges: [Charge])] = [:]
    private var open: [LiveScope: [JobID: JobState]] = [:]
    private var ended: [LiveScope: [(number: Int, id: JobID)]] = [:]
    private var gates: [Gate] = []
    private var rules: [Person: ShownRules] = [:]
    private var lastNumber = 0

    /// The most open jobs of a scope that are sent one by one, and the most of those that ended.
    private static let most = 100

    /// Reads everything that the topics are about, once.
    mutating func read(_ topics: Set<Topic>, _ session: Session) async throws {
        let store = session.store
        var wanted: Set<JobID> = []
        var scopes: Set<LiveScope> = []
        for topic in topics {
            switch topic {
            case .job(let id): wanted.insert(id)
            case .scope(let scope): scopes.insert(scope)
            }
        }
        let open = scopes.isEmpty ? [:] : try await store.openJobs(of: scopes)
        var ended: [LiveScope: [(number: Int, id: JobID)]] = [:]
        for scope in scopes {
            let gone = (self.open[scope] ?? [:]).keys.filter { open[scope]?[$0] == nil }
            var list = self.ended[scope] ?? []
            for id in gone.sorted() {
                lastNumber += 1
                list.append((lastNumber, id))
            }
            ended[scope] = Array(list.suffix(Self.most))
            wanted.formUnion(ended[scope, default: []].map(\.id))
            wanted.formUnion(Self.newest(of: open[scope]))
        }
        found = try await store.jobsAndCharges(wanted)
        gates = try await store.gates()
        rules = try await session.rules(ofJobs: found.values.map(\.job))
        (self.topics, self.open, self.ended) = (topics, open, ended)
    }

    /// What each topic's listeners get, with what workers say at this moment.
    func glances(_ session: Session) async throws -> [Topic: FeedUpdate] {
        let resources = try await session.resources(Array(found.values), by: rules, gates)
        let byID = Dictionary(uniqueKeysWithValues: zip(found.keys, resources))
        var glances: [Topic: FeedUpdate] = [:]
        for topic in topics {
            switch topic {
            case .job(let id): glances[topic] = .job(byID[id])
            case .scope(let scope):
                let states = open[scope] ?? [:]
                glances[topic] = .scope(
                    ScopeGlance(
                        jobs: Self.newest(of: states).compactMap { byID[$0] },
                        counts: OpenCounts(states.values), gates: gates,
                        ended: ended[scope, default: []].compactMap { entry in
                            byID[entry.id].map { (entry.number, $0) }
                        }))
            }
        }
        return glances
    }

    private static func newest(of open: [JobID: JobState]?) -> [JobID] {
        Array((open ?? [:]).keys.sorted(by: >).prefix(most))
    }
}
