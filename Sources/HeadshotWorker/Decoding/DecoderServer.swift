import Decoding
import Foundation
import Glibc
import Ground
import Isolation
import Synchronization

/// The decoder of a pool, which forks a process for each picture: started when first needed, and again after it has ended.
///
/// The system ends it with the thread that started it, so only threads that live as long as the pool may use it.
///
/// Clock: the limit of a child process, which tests set.
final class DecoderServer: Sendable {
    private let program: DecoderProgram
    private let file: OpenedProgram
    private let limits: DecoderLimits
    private let greeted: GreetingNote
    private let health = DecoderHealth()
    private let running = Mutex<ForkServer?>(nil)

    init(_ program: DecoderProgram, limits: DecoderLimits, greeted: GreetingNote) {
        self.program = program
        file = OpenedProgram(program.path)
        self.limits = limits
        self.greeted = greeted
    }

    /// A process for one picture.
    func newProcess() throws(WorkerError) -> ForkedProcess {
        try running.withLock { running throws(WorkerError) in
            var problem = ""
            // The system may also kill a process while it starts.
            for _ in 1...2 {
                if running?.hasEnded == true { running = nil }
                do throws(StartFailure) {
                    if running == nil { running = try start() }
                    if let running { return try Self.fork(running, limits) }
                } catch {
                    running = nil
                    switch error {
                    case .fencesMissing(let fences): throw .fencesMissing(fences)
                    case .other(let detail): problem = detail
                    }
                }
            }
            throw health.noteFailure()
                ? .decoderUnavailable(detail: problem) : .decoderKilled(detail: problem)
        }
    }

    private enum StartFailure: Error {
        case fencesMissing(Fences)
        case other(String)
    }

    private func start() throws(StartFailure) -> ForkServer {
        let server: ForkServer
        do throws(IsolationError) {
            server = try program.startForking(file.path)
        } catch {
            throw .other(
                error == .notStarted(errno: ENOENT)
                    ? "\(program.path) is not there" : Self.words(for: error))
        }
        let bytes = try? server.greeting(
            limit: DecoderAnswer.byteLimit, by: .now + limits.startTime)
        guard let bytes else { throw .other(Self.words(for: server.finish())) }
        guard let greeting = try? JSONDecoder().decode(DecoderGreeting.self, from: bytes),
            greeting.version == PictureReply.version
        else { throw .other("it is not of this program's version: \(program.path)") }
        let missing = program.isolation.missing(from: greeting.fences)
        guard missing.isEmpty else { throw .fencesMissing(missing) }
        greeted.note(greeting)
        health.noteReady()
        return server
    }

    private static func fork(
        _ server: ForkServer, _ limits: DecoderLimits
    ) throws(StartFailure) -> ForkedProcess {
        do throws(IsolationError) {
            return try server.fork(computingSeconds: limits.computingSeconds)
        } catch {
            throw .other(words(for: error))
        }
    }

    private static func words(for end: ChildEnd) -> String {
        switch end {
        case .exit(DecoderCommand.statusWithoutNets):
            "it could not open the models that it was handed"
        case .exit(DecoderCommand.statusWithThreads):
            "a library of it has started threads, so that it cannot fork"
        default: end.words
        }
    }

    private static func words(for error: IsolationError) -> String {
        switch error {
        case .notStarted(let errno), .notShared(let errno):
            "it could not be started: \(SystemError.words(for: errno))"
        case .closed, .late, .tooLong, .strange, .idle: "it did not answer"
        }
    }
}
