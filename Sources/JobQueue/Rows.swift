import Foundation
import Ground

extension QueueRow {
    /// A job's number.
    package func id(_ column: String) throws -> JobID {
        guard let id = JobID(rawValue: try required(column)) else {
            throw DamagedRow(column: column)
        }
        return id
    }

    /// A person, from the columns `space` and `person`; `nil` for one that was forgotten.
    package func person() throws -> Person? {
        guard let text: String = self["person"] else { return nil }
        return try Person(text, in: required("space", Space.init(row:)))
    }

    /// A person whom the schema guarantees.
    package func requiredPerson() throws -> Person {
        guard let person = try person() else {
            throw DamagedRow(column: "person")
        }
        return person
    }
}

extension Job {
    /// What ``init(row:)`` reads, in its order.
    static let columns = """
        id, kind, payload, provider, space, person, key, input, input_name, second_input, priority,
        state, phase, reason, due_at, owner, cancel_requested, attempts, crashes, refusals, retry_of,
        created_at, started_at, ended_at, prompt, prompt_version, facts, findings, detail, outcome,
        result, result_hash, quoted_model, quoted_price, expires_at, most_a_day
        """

    /// Reads a row that begins with the ``columns``; by index, since looking up 30 names takes longer than the query.
    init(row: QueueRow) throws {
        var column = ColumnReader(row)
        id = try column.required(JobID.init(rawValue:))
        kind = JobKind(rawValue: try column.required())
        payload = try column.required()
        provider = try column.required()
        let space = try column.required(Space.init(row:))
        person = try column.required { Person($0, in: space) }
        key = column.optional()
        input = column.optional()
        inputName = column.optional()
        secondInput = column.optional()
        priority = try column.required()
        state = try column.required(JobState.init)
        phase = column.optional().flatMap(JobPhase.init)
        reason = try column.required()
        due = Date(milliseconds: try column.required())
        owner = column.optional().flatMap(WorkerID.init)
        isCancelRequested = try column.required()
        attempts = try column.count()
        crashes = try column.count()
        refusals = try column.count()
        retryOf = column.optional().flatMap(JobID.init(rawValue:))
        created = Date(milliseconds: try column.required())
        started = column.optional().map(Date.init(milliseconds:))
        ended = column.optional().map(Date.init(milliseconds:))
        prompt = column.optional()
        promptVersion = column.optional()
        facts = column.optional()
        findings = column.optional()
        detail = column.optional()
        outcome = column.optional()
        result = column.optional()
        resultDigest = column.optional()
        let model: String? = column.optional()
        let price: Int? = column.optional()
        quote = model.map { Quote(model: $0, price: price) }
        let until: Int64? = column.optional()
        let most: Int? = column.optional()
        if let until, let most {
            fleeting = Fleeting(until: Date(milliseconds: until), dailyLimit: most)
        } else {
            fleeting = nil
        }
    }
}

/// Reads the columns of a row one after another.
private struct ColumnReader {
    private let row: QueueRow
    private var index = 0

    init(_ row: QueueRow) { self.row = row }

    mutating func optional<Value: SQLConvertible>() -> Value? {
        defer { index += 1 }
        return row[index]
    }

    mutating func required<Value: SQLConvertible>() throws -> Value {
        guard let value: Value = optional() else { throw damaged }
        return value
    }

    /// A count, bounded so that counting on cannot trap.
    mutating func count() throws -> Int {
        (try required() as Int).clamped(to: Int.counts)
    }

    mutating func required<Stored: SQLConvertible, Value>(
        _ make: (Stored) -> Value?
    ) throws -> Value {
        guard let value = optional().flatMap(make) else { throw damaged }
        return value
    }

    /// The error for a value that contradicts the schema.
    private var damaged: DamagedRow { DamagedRow(column: row.columns[index - 1]) }
}

extension Charge {
    init(row: QueueRow) throws {
        id = try row.required("id")
        job = try row.id("job")
        kind = JobKind(rawValue: try row.required("kind"))
        day = try row.required("day")
        provider = try row.required("provider")
        model = try row.required("model")
        state = try row.required("state", ChargeState.init)
        estimate = row["estimate"]
        bound = row["bound"]
        cost = row["cost"]
        receipt = row["receipt"]
        started = try row.date("started_at")
        settled = row.optionalDate("settled_at")
    }
}
