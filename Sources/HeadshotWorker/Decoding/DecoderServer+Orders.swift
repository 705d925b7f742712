import Decoding
import Foundation
import Glibc
import Ground
import Isolation
import Validation

/// How the threads of a pool, which these calls block, have one picture after another decoded.
extension DecoderServer {
    /// Does one task; `meanwhile` is called again and again while the process works.
    ///
    /// If the machine killed the process, as it does when memory runs out, a second one tries.
    func perform(
        _ order: DecodingOrder, meanwhile: @escaping () -> Void
    ) -> Result<PictureReply, WorkerError> {
        let first = attempt(order, meanwhile)
        guard case .ended(.signal(SIGKILL)) = first, !order.isInterrupted else {
            return outcome(of: first, order)
        }
        return outcome(of: attempt(order, meanwhile), order)
    }

    private enum Attempt {
        case answer(DecoderAnswer)
        /// The process ended while it had the picture.
        case ended(ChildEnd)
        case late
        case heldUp
        case idle
        case senseless
        case unavailable(WorkerError)
    }

    private func attempt(_ order: DecodingOrder, _ meanwhile: @escaping () -> Void) -> Attempt {
        let process: ForkedProcess
        do throws(WorkerError) {
            process = try newProcess()
        } catch {
            return .unavailable(error)
        }
        defer {
            order.end()
            // Whatever it is doing: nothing of it outlives its picture.
            process.finish()
        }
        guard order.begin(in: process) else { return .unavailable(.interrupted) }
        do throws(IsolationError) {
            return try ask(process, order, meanwhile).map { .answer($0) } ?? .senseless
        } catch {
            switch error {
            case .late: return .late
            case .heldUp: return .heldUp
            case .idle: return .idle
            case .tooLong, .strange: return .senseless
            case .closed, .notStarted, .notShared:
                let patience = order.isInterrupted ? .zero : Self.farewell
                return process.finish(within: patience).map { .ended($0) } ?? .senseless
            }
        }
    }

    /// An exiting process closes its line some microseconds before it is gone.
    private static let farewell: Duration = .seconds(1)

    private func ask(
        _ process: ForkedProcess, _ order: DecodingOrder, _ meanwhile: @escaping () -> Void
    ) throws(IsolationError) -> DecoderAnswer? {
        guard let task = try? JSONEncoder().encode(order.task) else { return nil }
        // Clock: the limit of a child process, which tests set.
        let deadline = SuspendingClock.now + limits.time
        let number = UInt64.random(in: 1...UInt64.max)
        try process.send(Frame(number, head: task, body: order.picture), by: deadline)
        let frame = try process.receive(
            number, headLimit: DecoderAnswer.byteLimit, bodyLimit: order.task.pictureByteLimit,
            by: deadline, meanwhile: meanwhile)
        return DecoderAnswer(frame, to: order.task)
    }

    private func outcome(
        of attempt: Attempt, _ order: DecodingOrder
    ) -> Result<PictureReply, WorkerError> {
        if order.isInterrupted { return .failure(.interrupted) }
        return switch attempt {
        case .answer(.reply(let reply)): .success(reply)
        case .answer(.failure(let fault)) where fault.cause == .memory:
            refusal(order, "it took more memory than a photo may: \(fault.detail)")
        case .answer(.failure(let fault)):
            order.task.isPaidFor
                ? refusal(order, "a library failed: \(fault.detail)")
                : .failure(.pictureWork(detail: fault.detail))
        // A headshot was paid for: it is saved without an analysis rather than withheld.
        case .unavailable(.decoderKilled(let detail)) where order.task.isPaidFor:
            refusal(order, detail)
        case .unavailable(let error): .failure(error)
        case .ended(.signal(SIGKILL)) where !order.task.isPaidFor:
            .failure(.decoderKilled(detail: words(for: .signal(SIGKILL))))
        case .heldUp where !order.task.isPaidFor:
            .failure(
                .decoderKilled(
                    detail: "the machine was too busy for \(limits.time.components.seconds) seconds"
                ))
        case .late, .heldUp:
            refusal(order, "it took longer than \(limits.time.components.seconds) seconds")
        case .idle: refusal(order, "the decoder stopped computing")
        case .senseless: refusal(order, "the decoder's answer made no sense")
        case .ended(let end): refusal(order, words(for: end))
        }
    }

    private func words(for end: ChildEnd) -> String {
        switch end {
        case .signal(SIGXCPU): "it took more than \(limits.computingSeconds) seconds of computing"
        case .signal(SIGKILL): "the decoder was killed twice; memory may have run out"
        case .signal(SIGSYS): "the decoder tried what no photo needs"
        case .signal(let signal): "the decoder crashed (signal \(signal))"
        case .exit: "the decoder gave up"
        }
    }

    private func refusal(
        _ order: DecodingOrder, _ reason: String
    ) -> Result<PictureReply, WorkerError> {
        let finding = order.task.limits.finding(givenUpBecause: reason)
        return .success(PictureReply(inspection: Inspection(facts: nil, findings: [finding])))
    }
}
