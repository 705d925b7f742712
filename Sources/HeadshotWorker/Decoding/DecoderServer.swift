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
    let limits: DecoderLimits
    private let report: @Sendable (DecoderGreeting) -> Void
    private let running = Mutex(Running())
    private let noted = Mutex<DecoderGreeting?>(nil)

    private struct Running {
        var server: ForkServer?
        /// Whether one became ready before: then the machine may only be short of something for a while.
        var wasReady = false
        /// In a row; each is two processes that did not become ready.
        var failures = 0
    }

    /// - Parameter report: Called once, with the first greeting.
    init(
        _ program: DecoderProgram, limits: DecoderLimits,
        report: @escaping @Sendable (DecoderGreeting) -> Void
    ) {
        self.program = program
        file = OpenedProgram(program.path)
        self.limits = limits
        self.report = report
    }

    /// The first greeting; the others are the same.
    var greeting: DecoderGreeting? { noted.withLock(\.self) }

    func newProcess() throws(WorkerError) -> ForkedProcess {
        try running.withLock { running throws(WorkerError) in
            var problem = ""
            // The system may also kill a process while it starts.
            for _ in 1...2 {
                if running.server?.hasEnded == true { running.server = nil }
                do throws(StartFailure) {
                    if running.server == nil {
                        running = Running(server: try start(), wasReady: true)
                    }
                    if let server = running.server { return try Self.fork(server, limits) }
                } catch {
                    running.server = nil
                    switch error {
                    case .fencesMissing(let fences): throw .fencesMissing(fences)
                    case .other(let detail): problem = detail
                    }
                }
            }
            running.failures += 1
            throw running.wasReady && running.failures < Self.mostFailures
                ? .decoderKilled(detail: problem) : .decoderUnavailable(detail: problem)
        }
    }

    private static let mostFailures = 10
    /// In which a process must become ready.
    private static let startTime: Duration = .seconds(90)

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
            limit: DecoderAnswer.byteLimit, by: .now + Self.startTime)
        guard let bytes else { throw .other(Self.words(for: server.finish())) }
        guard let greeting = try? JSONDecoder().decode(DecoderGreeting.self, from: bytes),
            greeting.version == PictureReply.version
        else { throw .other("it is not of this program's version: \(program.path)") }
        let missing = program.isolation.missing(from: greeting.fences)
        guard missing.isEmpty else { throw .fencesMissing(missing) }
        note(greeting)
        return server
    }

    private func note(_ greeting: DecoderGreeting) {
        let isFirst = noted.withLock { noted in
            defer { noted = noted ?? greeting }
            return noted == nil
        }
        if isFirst { report(greeting) }
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
        case .closed, .late, .heldUp, .tooLong, .strange, .idle: "it did not answer"
        }
    }
}
