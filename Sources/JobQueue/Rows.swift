import Foundation
import GRDB

extension Date {
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Milliseconds since 1970, as the queue keeps times.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}

extension Row {
    /// A column that the schema promises; a value that does not fit means that the file is damaged.
    func required<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else {
            throw JobQueueError.corrupt(path: "queue.sqlite", detail: "column \(column)")
        }
        return value
    }

    func date(_ column: String) throws -> Date {
        Date(milliseconds: try required(column))
    }

    func optionalDate(_ column: String) -> Date? {
        (self[column] as Int64?).map(Date.init(milliseconds:))
    }

    func required<Value>(_ column: String, _ make: (String) -> Value?) throws -> Value {
        guard let value = make(try required(column)) else {
            throw JobQueueError.corrupt(path: "queue.sqlite", detail: "column \(column)")
        }
        return value
    }
}

extension Job {
    init(row: Row) throws {
        id = try row.required("id", JobID.init)
        payload = try row.required("payload")
        provider = try row.required("provider")
        person = try row.required("person", Person.init)
        key = row["key"]
        photo = try row.required("photo")
        photoName = try row.required("photo_name")
        priority = try row.required("priority")
        state = try row.required("state", JobState.init)
        phase = (row["phase"] as String?).flatMap(JobPhase.init)
        reason = try row.required("reason")
        due = try row.date("due_at")
        owner = (row["owner"] as String?).flatMap(WorkerID.init)
        isCancelRequested = try row.required("cancel_requested")
        attempts = try row.required("attempts")
        crashes = try row.required("crashes")
        retryOf = (row["retry_of"] as String?).flatMap(JobID.init)
        created = try row.date("created_at")
        started = row.optionalDate("started_at")
        ended = row.optionalDate("ended_at")
        prompt = row["prompt"]
        promptVersion = row["prompt_version"]
        facts = row["facts"]
        findings = row["findings"]
        detail = row["detail"]
        result = row["result"]
        headshot = row["headshot"]
    }
}

extension Charge {
    init(row: Row) throws {
        id = try row.required("id")
        job = try row.required("job", JobID.init)
        day = try row.required("day")
        provider = try row.required("provider")
        model = try row.required("model")
        state = try row.required("state", ChargeState.init)
        estimate = row["estimate"]
        cost = row["cost"]
        receipt = row["receipt"]
        started = try row.date("started_at")
        settled = row.optionalDate("settled_at")
    }
}
