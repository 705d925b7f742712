import Foundation
import Glibc
import Ground
import Isolation
import Validation

/// One place of a pool: a process, which is replaced when it ends.
///
/// Used by one thread, which it blocks.
struct DecoderPlace: ~Copyable {
    private let program: DecoderProgram
    private let limits: DecoderLimits
    private let greeted: GreetingNote
    private let health: DecoderHealth
    private var child: ChildProcess?
    private var isGreeted = false
    private var pictureCount = 0

    /// Pictures after which a process is replaced, so that nothing of them stays behind.
    ///
    /// A start takes a tenth of a second, so this costs less than 1 ms a picture.
    private static let mostPictures = 500

    init(
        _ program: DecoderProgram, limits: DecoderLimits, greeted: GreetingNote,
        health: DecoderHealth
    ) {
        self.program = program
        self.limits = limits
        self.greeted = greeted
        self.health = health
    }

    /// Does one task.
    ///
    /// If the machine killed the process, as it does when memory runs out, a second one tries.
    mutating func perform(_ order: DecodingOrder) -> Result<PictureReply, WorkerError> {
        let first = attempt(order)
        guard case .ended(.signal(SIGKILL)) = first, !order.isInterrupted else {
            return outcome(of: first, order)
        }
        return outcome(of: attempt(order), order)
    }

    private enum Attempt {
        case answer(DecoderAnswer)
        /// The process ended while it had the picture.
        case ended(ChildEnd)
        case late
        case senseless
        case unavailable(WorkerError)
    }

    private mutating func attempt(_ order: DecodingOrder) -> Attempt {
        let child: ChildProcess
        do throws(WorkerError) {
            child = try readyChild()
        } catch {
            return .unavailable(error)
        }
        guard order.begin(by: child) else { return .unavailable(.interrupted) }
        defer { order.end() }
        do throws(IsolationError) {
            let answer = try ask(child, order)
            pictureCount += 1
            if answer == nil || pictureCount >= Self.mostPictures { replaceChild() }
            return answer.map { .answer($0) } ?? .senseless
        } catch {
            // A process that closes its line and keeps running is killed here, not by the machine.
            let end = error == .closed ? child.end(within: Self.farewell) : nil
            replaceChild()
            return switch error {
            case .late: .late
            case .tooLong: .senseless
            case .closed, .notStarted, .notShared: end.map { .ended($0) } ?? .senseless
            }
        }
    }

    /// An exiting process closes its line some microseconds before it is gone.
    private static let farewell: Duration = .seconds(1)

    private func ask(
        _ child: ChildProcess, _ order: DecodingOrder
    ) throws(IsolationError) -> DecoderAnswer? {
        guard let task = try? JSONEncoder().encode(order.task) else { return nil }
        // Clock: the limit of a child process, which tests set.
        let deadline = SuspendingClock.now + limits.time
        child.limitComputing(seconds: limits.computingSeconds)
        try child.send(Frame(head: task, body: order.picture), by: deadline)
        let frame = try child.receive(
            headLimit: DecoderAnswer.byteLimit, bodyLimit: order.task.pictureByteLimit,
            by: deadline)
        return DecoderAnswer(frame, to: order.task)
    }

    /// The process, started if needed, and ready.
    private mutating func readyChild() throws(WorkerError) -> ChildProcess {
        if let child, child.hasEnded { replaceChild() }
        var problem = ""
        // The system may also kill a process while it starts.
        for _ in 1...2 {
            do throws(IsolationError) {
                if child == nil { try startChild() }
            } catch {
                problem = Self.words(for: error)
            }
            guard let child else { continue }
            if isGreeted { return child }
            if let greeting = greeting(of: child) {
                let missing = program.isolation.missing(from: greeting.fences)
                guard missing.isEmpty else {
                    self.child = nil
                    throw .fencesMissing(missing)
                }
                isGreeted = true
                greeted.note(greeting)
                health.noteReady()
                return child
            }
            let end = child.finish()
            self.child = nil
            problem =
                end == .exit(DecoderService.statusWithoutNets)
                ? "it could not open the models that it was handed" : end.words
        }
        throw health.noteFailure()
            ? .decoderUnavailable(detail: problem) : .decoderKilled(detail: problem)
    }

    private func greeting(of child: ChildProcess) -> DecoderGreeting? {
        // Clock: the limit of a child process, which tests set.
        let frame = try? child.receive(
            headLimit: DecoderAnswer.byteLimit, bodyLimit: 0, by: .now + limits.startTime)
        guard let frame else { return nil }
        return try? JSONDecoder().decode(DecoderGreeting.self, from: frame.head)
    }

    /// Ends the process if it runs, and starts the next one ahead of its use.
    private mutating func replaceChild() {
        child = nil
        // An error shows again, and is reported, when a process is needed.
        try? startChild()
    }

    private mutating func startChild() throws(IsolationError) {
        isGreeted = false
        pictureCount = 0
        child = try program.start()
    }

    private static func words(for error: IsolationError) -> String {
        switch error {
        case .notStarted(let errno), .notShared(let errno):
            "it could not be started: \(SystemError.words(for: errno))"
        case .closed, .late, .tooLong: "it did not answer"
        }
    }

    private func outcome(
        of attempt: consuming Attempt, _ order: DecodingOrder
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
        case .late: refusal(order, "it took longer than \(limits.time.components.seconds) seconds")
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
        let finding = SafeDecodingRule.finding(because: reason, under: order.task.limits)
        return .success(PictureReply(inspection: Inspection(facts: nil, findings: [finding])))
    }
}
