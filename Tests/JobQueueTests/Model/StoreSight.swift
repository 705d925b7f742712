import Foundation

@testable import Database
@testable import JobQueue

extension TestQueue {
    /// Everything that can be seen of the queue, in the model's terms.
    func sight() async throws -> QueueModel.Sight {
        try await QueueModel.Sight(
            jobs: store.jobs(JobFilter(), limit: .max).reversed().map(ModelJob.init),
            charges: store.read { tx in
                try tx.rows("SELECT * FROM charge ORDER BY id").enumerated().map { index, row in
                    try ModelCharge(row: row, number: Int64(index + 1))
                }
            },
            gates: store.gates().map(ModelGate.init),
            journal: journalLines(),
            told: toldEnds())
    }

    /// The ends of jobs that the app's webhook is told of.
    private func toldEnds() async throws -> Set<String> {
        try await store.read { tx in
            Set(
                try tx.rows("SELECT job, type FROM delivery").map { row in
                    "\(try row.id("job")) \(try row.required("type") as String)"
                })
        }
    }

    private func journalLines() throws -> [String] {
        guard let text = try? String(contentsOfFile: "\(folder)/payments.jsonl", encoding: .utf8)
        else { return [] }
        return try text.split(separator: "\n").dropFirst().map { line in
            let line = try JSONDecoder().decode(JournalLine.self, from: Data(line.utf8))
            return "\(line.charge) \(line.state.rawValue)"
        }
    }
}

private struct JournalLine: Decodable {
    let charge: Int64
    let state: ChargeState
}

extension ModelJob {
    init(_ job: Job) {
        self.init(
            id: job.id, provider: job.provider, person: job.person, key: job.key,
            input: job.input, priority: job.priority,
            state: job.state, phase: job.phase, reason: job.reason,
            due: QueueModel.seconds(job.due), created: QueueModel.seconds(job.created),
            started: job.started.map(QueueModel.seconds), owner: job.owner,
            isCancelRequested: job.isCancelRequested, attempts: job.attempts,
            crashes: job.crashes, refusals: job.refusals, retryOf: job.retryOf,
            ended: job.ended.map(QueueModel.seconds),
            findings: job.findings, result: job.result)
    }
}

extension ModelCharge {
    /// - Parameter number: The charge's place among all, which have gaps between their numbers on a server.
    init(row: QueueRow, number: Int64) throws {
        let charge = try Charge(row: row)
        self.init(
            id: number, job: charge.job, person: try row.person(),
            space: try row.required("space", Space.init(row:)), model: charge.model,
            day: charge.day, bound: charge.bound ?? -1, state: charge.state, cost: charge.cost,
            settled: charge.settled.map(QueueModel.seconds))
    }
}

extension ModelGate {
    init(_ gate: Gate) {
        let isNever = gate.opens.timeIntervalSince1970 == 0
        self.init(
            model: gate.model, opens: isNever ? nil : QueueModel.seconds(gate.opens),
            allowed: gate.allowed,
            isHalted: gate.isHalted, failures: gate.failures, costlyFailures: gate.costlyFailures,
            refusedInputs: gate.refusedInputs, reason: gate.reason,
            changed: QueueModel.seconds(gate.changed))
    }
}
