import Foundation
import GRDB

/// A queue as a stranger reads it, without the program's own code.
struct QueueSight: Sendable {
    struct Job: Sendable {
        let id: String
        let kind: String
        let state: String
        let reason: String
        let provider: String
        let space: String
        let person: String
        let key: String?
        let photos: [String]
        let result: String?
    }

    struct Charge: Sendable {
        let id: Int64
        let job: String
        let kind: String
        let space: String
        /// The person, or what stands for one who is forgotten.
        let payer: String
        let person: String?
        let day: String
        let state: String
        let cost: Int?
        let estimate: Int?
        /// What budgets count until the cost is known.
        let bound: Int?
        let started: Date
        let settled: Date?
        let line: Int64
    }

    /// A photo that a person of a space handed in.
    struct Upload: Sendable, Decodable {
        let photo: String
        let space: String

        fileprivate static let query = """
            SELECT photo, space FROM upload
            UNION ALL SELECT photo, space FROM scan WHERE photo IS NOT NULL
            UNION ALL SELECT side_photo, space FROM scan WHERE side_photo IS NOT NULL
            """
    }

    /// What a webhook is to receive of a job that ended.
    struct Delivery: Sendable {
        let id: String
        let space: String
        let job: String
        let person: String
        let type: String
        let body: String
        let state: String
    }

    /// What SQLite finds wrong with the file; `["ok"]` if nothing, or if there is none.
    let integrity: [String]
    let jobs: [Job]
    let charges: [Charge]
    /// The photos that apps handed in, and may still order from or look at.
    let uploads: [Upload]
    let deliveries: [Delivery]
    /// The counts and sums that it keeps.
    let sums: [String: Int]

    /// Reads the queue of a home; a log that a dead process left is read as SQLite recovers it.
    init(home: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: "\(home)/queue.sqlite", configuration: configuration)
        defer { try? queue.close() }
        (integrity, jobs, charges, uploads, deliveries, sums) = try queue.read { db in
            (
                try String.fetchAll(db, sql: "PRAGMA integrity_check"),
                try Row.fetchAll(db, sql: "SELECT * FROM job ORDER BY id").map(Job.init(row:)),
                try Row.fetchAll(db, sql: "SELECT * FROM charge ORDER BY id")
                    .map(Charge.init(row:)),
                try Row.fetchAll(db, sql: Upload.query)
                    .map { Upload(photo: $0["photo"], space: $0["space"]) },
                try Row.fetchAll(db, sql: "SELECT * FROM delivery ORDER BY id")
                    .map(Delivery.init(row:)),
                try Row.fetchAll(db, sql: KeptSums.query)
                    .reduce(into: [:]) { $0[$1["name"] as String] = $1["n"] as Int }
            )
        }
    }
}

extension QueueSight.Job {
    fileprivate init(row: Row) {
        self.init(
            id: jobName(row["id"]), kind: row["kind"], state: row["state"], reason: row["reason"],
            provider: row["provider"], space: row["space"], person: row["person"], key: row["key"],
            photos: [row["input"], row["second_input"]].compactMap { $0 }, result: row["result"])
    }
}

extension QueueSight.Delivery {
    fileprivate init(row: Row) {
        self.init(
            id: row["id"], space: row["space"], job: jobName(row["job"]), person: row["person"],
            type: row["type"], body: row["body"], state: row["state"])
    }
}

extension QueueSight.Charge {
    fileprivate init(row: Row) {
        let person: String? = row["person"]
        let mark: String? = row["mark"]
        let settled: Int64? = row["settled_at"]
        self.init(
            id: row["id"], job: jobName(row["job"]), kind: row["kind"],
            space: row["space"], payer: person ?? mark ?? "forgotten", person: person,
            day: row["day"], state: row["state"], cost: row["cost"], estimate: row["estimate"],
            bound: row["bound"],
            started: Date(timeIntervalSince1970: Double(row["started_at"] as Int64) / 1000),
            settled: settled.map { Date(timeIntervalSince1970: Double($0) / 1000) },
            line: row["line"])
    }
}

extension QueueSight {
    /// Reads the queue of a database.
    init(of server: PostgresClient) async throws {
        integrity = ["ok"]
        jobs = try await server.rows("SELECT * FROM job ORDER BY id", as: JobRow.self)
            .map(Job.init(row:))
        charges = try await server.rows("SELECT * FROM charge ORDER BY id", as: ChargeRow.self)
            .map(Charge.init(row:))
        uploads = try await server.rows(Upload.query, as: Upload.self)
        deliveries = try await server.rows(
            "SELECT * FROM delivery ORDER BY id", as: DeliveryRow.self
        ).map(Delivery.init(row:))
        sums = try await server.rows(KeptSums.query, as: KeptSums.Row.self)
            .reduce(into: [:]) { $0[$1.name] = $1.n }
    }

    fileprivate struct JobRow: Decodable {
        let id: Int64
        let kind: String
        let state: String
        let reason: String
        let provider: String
        let space: String
        let person: String
        let key: String?
        let input: String?
        let secondInput: String?
        let result: String?
    }

    fileprivate struct ChargeRow: Decodable {
        let id: Int64
        let job: Int64
        let kind: String
        let space: String
        let person: String?
        let mark: String?
        let day: String
        let state: String
        let cost: Int?
        let estimate: Int?
        let bound: Int?
        let startedAt: Int64
        let settledAt: Int64?
        let line: Int64
    }

    fileprivate struct DeliveryRow: Decodable {
        let id: String
        let space: String
        let job: Int64
        let person: String
        let type: String
        let body: String
        let state: String
    }
}

extension QueueSight.Job {
    fileprivate init(row: QueueSight.JobRow) {
        self.init(
            id: jobName(row.id), kind: row.kind, state: row.state, reason: row.reason,
            provider: row.provider, space: row.space, person: row.person, key: row.key,
            photos: [row.input, row.secondInput].compactMap(\.self), result: row.result)
    }
}

extension QueueSight.Delivery {
    fileprivate init(row: QueueSight.DeliveryRow) {
        self.init(
            id: row.id, space: row.space, job: jobName(row.job), person: row.person,
            type: row.type, body: row.body, state: row.state)
    }
}

extension QueueSight.Charge {
    fileprivate init(row: QueueSight.ChargeRow) {
        self.init(
            id: row.id, job: jobName(row.job), kind: row.kind, space: row.space,
            payer: row.person ?? row.mark ?? "forgotten", person: row.person, day: row.day,
            state: row.state, cost: row.cost, estimate: row.estimate,
            bound: row.bound, started: Date(timeIntervalSince1970: Double(row.startedAt) / 1000),
            settled: row.settledAt.map { Date(timeIntervalSince1970: Double($0) / 1000) },
            line: row.line)
    }
}

/// A job's number as people see it: ten digits of Crockford's base 32.
func jobName(_ number: Int64) -> String {
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    return String((0..<10).reversed().map { digits[Int(number >> (5 * $0)) % 32] })
}

/// Changes a queue behind the program's back, whatever its tables forbid.
public func tamper(withQueueOf home: String, _ sql: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let queue = try DatabaseQueue(path: "\(home)/queue.sqlite", configuration: configuration)
    try queue.write { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON; \(sql)")
    }
    try queue.close()
}
