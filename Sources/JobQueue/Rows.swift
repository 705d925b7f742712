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

    /// A sum of money in millionths of a US dollar, clamped to those that the program computes with; `nil` if it is NULL.
    package func money(_ column: String) -> Int? {
        (self[column] as Int?)?.clamped(to: Int.money)
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

extension QueueTransaction {
    /// The jobs that meet a condition, which an order and a limit may follow.
    func jobs(where condition: String, _ arguments: [(any SQLConvertible)?]) throws -> [Job] {
        try rows("SELECT \(Job.columns) FROM job WHERE \(condition)", arguments)
            .map(Job.init(row:))
    }
}

extension Job {
    /// What ``init(row:)`` reads of the row alone.
    static let columnsOfRow = """
        id, kind, payload, provider, space, person, key, input, input_name, second_input, priority,
        state, phase, reason, due_at, owner, cancel_requested, attempts, crashes, refusals, retry_of,
        created_at, started_at, ended_at, prompt, prompt_version, facts, findings, detail, outcome,
        result, result_hash, quoted_model, quoted_price, expires_at, most_a_day
        """

    /// What ``init(row:)`` reads, with what is stored beside the row: see ``Report``.
    static let columns = """
        \(columnsOfRow),
        (SELECT seen FROM report WHERE report.job = job.id) AS seen,
        (SELECT made FROM report WHERE report.job = job.id) AS made,
        (SELECT prompt.text FROM prompt WHERE prompt.hash = job.prompt) AS prompt_text
        """

    init(row: QueueRow) throws {
        id = try row.id("id")
        kind = JobKind(rawValue: try row.required("kind"))
        payload = try row.required("payload")
        provider = try row.required("provider")
        person = try row.requiredPerson()
        key = row["key"]
        input = row["input"]
        inputName = row["input_name"]
        secondInput = row["second_input"]
        priority = try row.required("priority")
        state = try row.required("state", JobState.init)
        phase = (row["phase"] as String?).flatMap(JobPhase.init)
        reason = try row.required("reason")
        due = try row.date("due_at")
        owner = (row["owner"] as String?).flatMap(WorkerID.init)
        isCancelRequested = try row.required("cancel_requested")
        attempts = try row.count("attempts")
        crashes = try row.count("crashes")
        refusals = try row.count("refusals")
        retryOf = (row["retry_of"] as Int64?).flatMap(JobID.init(rawValue:))
        created = try row.date("created_at")
        started = row.optionalDate("started_at")
        ended = row.optionalDate("ended_at")
        prompt = row["prompt_text"] ?? row["prompt"]
        promptVersion = row["prompt_version"]
        // What the row itself has is newer.
        let own: String? = row["facts"] ?? row["findings"]
        let seen: String? = own == nil ? row["seen"] : nil
        let parts = try seen.map { try Report.parts(of: $0) }
        facts = parts?.facts ?? row["facts"]
        findings = parts?.findings ?? row["findings"]
        detail = row["detail"]
        let made: String? = row["made"]
        outcome = try made.map { try Report.outcome(of: $0) } ?? row["outcome"]
        result = row["result"]
        resultDigest = row["result_hash"]
        quote = (row["quoted_model"] as String?).map {
            Quote(model: $0, price: row.money("quoted_price"))
        }
        if let until = row.optionalDate("expires_at"), let most: Int = row["most_a_day"] {
            fleeting = Fleeting(until: until, dailyLimit: most)
        } else {
            fleeting = nil
        }
    }
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
        // The payments journal has no other sums.
        estimate = row.money("estimate")
        bound = row.money("bound")
        cost = row.money("cost")
        receipt = row["receipt"]
        started = try row.date("started_at")
        settled = row.optionalDate("settled_at")
    }
}
