import Foundation
import Isolation
import JobQueue
public import Logging

extension WorkerEvent {
    /// Writes the event to a log: one constant message for each case, with the data as metadata.
    public func log(to logger: Logger) {
        logger.log(level: level, "\(message)", metadata: metadata)
    }

    private var level: Logger.Level {
        switch self {
        case .started, .modelChosen, .left, .stopping, .stopped, .outlived, .thinning: .info
        case .decoding(let fences, _): fences == .all ? .info : .warning
        case .claimed, .charged, .webhook(_, _, .delivered): .debug
        case .webhook: .warning
        case .serveKeyMissing, .keepingFailed: .error
        case .held: .notice
        case .recovered, .reconciled, .renamed, .modelDiffers, .costAboveBound, .leftOut: .warning
        case .lostClaim, .cannotKeep, .keptHere, .unusableAnswer, .unusableFile: .error
        }
    }

    private var message: String {
        switch self {
        case .started: "worker started"
        case .decoding(.all, _): "photos are decoded behind all fences"
        case .decoding: "photos are decoded behind fewer fences than there could be"
        case .recovered: "job of a dead worker recovered"
        case .renamed:
            "the queue's server was out of reach for too long; going on under another name"
        case .reconciled(let learned) where learned.charges == 0:
            "the queue's server was restored or replaced, and has forgotten no payment"
        case .reconciled: "the queue's server had forgotten payments; they are known again"
        case .leftOut: "jobs left to a worker of a newer version"
        case .claimed: "job claimed"
        case .modelChosen: "model chosen from the provider's list"
        case .charged: "request charged and about to be sent"
        case .modelDiffers: "another model answered than was asked; the price may differ"
        case .costAboveBound:
            "a request cost more than expected; budgets count such requests by that cost from now on"
        case .cannotKeep: "a paid answer cannot be kept; trying again"
        case .keptHere:
            "the store does not take a paid answer; it is kept in the home, and a worker here brings it there"
        case .unusableAnswer: "a paid answer cannot be read; it is left where it is"
        case .unusableFile: "a file cannot be read or removed; it is left where it is"
        case .left(_, let state, _, _, _): "job \(state.rawValue)"
        case .lostClaim: "claim lost; the job's outcome was not written"
        case .held: "the gate is closed"
        case .webhook(_, _, .delivered): "webhook delivered"
        case .webhook(_, _, .failed(_, _, .some)): "webhook not delivered; trying again"
        case .webhook(_, _, .failed): "webhook not delivered; given up"
        case .webhook(_, _, .refused): "the webhook's receiver wants no more; nothing is sent to it"
        case .outlived: "removed what was kept for long enough"
        case .thinning:
            "the reports of older jobs become short, beside all other work; what that takes is used again later"
        case .keepingFailed: "what was kept for long enough cannot be removed; trying again"
        case .serveKeyMissing: "the key that signs webhooks is gone; put it back, or rotate them"
        case .stopping: "stopping: no more jobs are claimed"
        case .stopped: "worker stopped"
        }
    }

    private var metadata: Logger.Metadata {
        switch self {
        case .started(let worker, let concurrency):
            ["worker.id": "\(worker)", "worker.concurrency": "\(concurrency)"]
        case .decoding(let fences, let hasNets):
            [
                "decoding.fences": "\(fences.names.joined(separator: ", "))",
                "decoding.models": "\(hasNets)",
            ]
        case .recovered(let recovery):
            [
                "job.id": "\(recovery.job)", "worker.id": "\(recovery.worker)",
                "job.state": "\(recovery.state.rawValue)", "job.reason": "\(recovery.reason)",
            ]
        case .renamed(let worker): ["worker.id": "\(worker)"]
        case .leftOut(let job, let count): ["job.id": "\(job)", "jobs": "\(count)"]
        case .reconciled(let learned):
            [
                "charges.learned": "\(learned.charges)",
                "jobs.parked": "\(learned.parked.map(\.description).joined(separator: " "))",
                "jobs.missing": "\(learned.missing.map(\.description).joined(separator: " "))",
                "payments.unreadable": "\(learned.unreadable.keys.sorted().joined(separator: " "))",
            ]
        case .claimed(let job, let attempt):
            ["job.id": "\(job)", "job.attempt": "\(attempt)"]
        case .modelChosen(let model): ["model.chosen": "\(model)"]
        case .charged(let job, let charge, let model):
            ["job.id": "\(job)", "charge.id": "\(charge)", "charge.model": "\(model)"]
        case .modelDiffers(let job, let asked, let answered):
            ["job.id": "\(job)", "model.asked": "\(asked)", "model.answered": "\(answered)"]
        case .costAboveBound(let job, let model, let cost, let bound):
            [
                "job.id": "\(job)", "charge.model": "\(model)", "charge.cost": "\(cost)",
                "charge.bound": "\(bound)",
            ]
        case .cannotKeep(let job, let detail):
            ["job.id": "\(job)", "disk.detail": "\(detail)"]
        case .keptHere(let job): ["job.id": "\(job)"]
        case .unusableAnswer(let path, let detail), .unusableFile(let path, let detail):
            ["file.path": "\(path)", "disk.detail": "\(detail)"]
        case .left(let job, _, let reason, _, let attempt):
            // What a model wrote can be about the person; only 'headshot show' prints it.
            ["job.id": "\(job)", "job.reason": "\(reason)"].merging(attempt?.metadata ?? [:]) {
                old, _ in old
            }
        case .lostClaim(let job): ["job.id": "\(job)"]
        case .held(let provider, let reason, let until):
            ["gate.provider": "\(provider)", "gate.reason": "\(reason)"].merging(
                until.map { ["gate.until": "\($0.formatted(.iso8601))"] } ?? [:]
            ) { old, _ in old }
        case .webhook(let delivery, let space, let outcome):
            ["delivery.id": "\(delivery)", "space": "\(space)"].merging(outcome.metadata) {
                old, _ in old
            }
        case .outlived(let removed):
            [
                "removed.jobs": "\(removed.jobs)", "removed.headshots": "\(removed.headshots)",
                "removed.photos": "\(removed.photos)", "removed.answers": "\(removed.answers)",
            ]
        case .thinning(let jobs, let bytes, let seconds):
            ["jobs": "\(jobs)", "queue.bytes": "\(bytes)", "seconds": "\(seconds)"]
        case .keepingFailed(let detail): ["queue.detail": "\(detail)"]
        case .serveKeyMissing(let path): ["file.path": "\(path)"]
        case .stopping(let running, let requests):
            ["worker.running": "\(running)", "worker.requests": "\(requests.count)"]
        case .stopped: [:]
        }
    }
}

extension AttemptFigures {
    fileprivate var metadata: Logger.Metadata {
        let figures: Logger.Metadata = [
            "job.provider": "\(provider)", "job.attempt": "\(attempt)",
            "job.seconds": "\((seconds * 100).rounded() / 100)",
        ]
        return figures.merging(cost.map { ["charge.cost": "\($0)"] } ?? [:]) { old, _ in old }
    }
}

extension DeliveryOutcome {
    fileprivate var metadata: Logger.Metadata {
        switch self {
        case .delivered(let status), .refused(let status): ["webhook.status": "\(status)"]
        case .failed(let status, let reason, _):
            ["webhook.failure": "\(status.map { "\($0)" } ?? reason)"]
        }
    }
}
