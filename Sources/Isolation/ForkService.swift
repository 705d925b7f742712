import CIsolation
public import FoundationEssentials
import Glibc
import Ground

/// The work of a ``ForkServer`` in its own process: it forks a child for each connection that it is sent.
///
/// It reads its parent's requests and nothing else, least of all from those connections: only the children do.
///
/// Forking is safe because the process has one thread, which ``hasOneThread`` proves before the fences go up: no
/// other could hold a lock of the C library, GLib or the Swift runtime at that moment. Libraries start their threads in
/// the children, which end with them.
///
/// Waits: in a process that has nothing else to do.
public struct ForkService {
    /// Its children that have not been waited for, and for how many seconds each may compute.
    private var children: [pid_t: Int] = [:]

    /// Creates the service of a process whose children compute.
    public init() {}

    /// Whether this process has a single thread; waits a little for those that are about to end.
    ///
    /// Reads a folder, so call it before the files are closed.
    public static var hasOneThread: Bool {
        for _ in 0..<200 {
            if headshot_thread_count() == 1 { return true }
            usleep(1000)
        }
        return false
    }

    /// Reports that it is ready.
    public func greet(_ greeting: Data) {
        ParentLine().send(Frame(0, head: greeting))
    }

    /// Forks a child for each connection, until the parent has gone.
    ///
    /// Returns in each child, which then has its connection, its fence and its limit of computing; nil in this process.
    public mutating func nextChild(behind fences: Fences) -> ParentLine? {
        while true {
            var request = [UInt8](repeating: 0, count: ForkRequest.byteCount)
            var connection: Int32 = -1
            let status = unsafe headshot_receive_descriptor(
                STDIN_FILENO, &request, request.count, &connection)
            guard status == 0 else { return nil }
            defer { if connection >= 0 { close(connection) } }
            let value = UInt32(Data(request.suffix(4)).littleEndian)
            let wanted = ForkRequest(rawValue: UInt32(Data(request.prefix(4)).littleEndian))
            switch wanted {
            case .fork:
                guard connection >= 0 else { return nil }
                let child = headshot_fork()
                if child == 0 {
                    let own = connection
                    connection = -1
                    return Self.lockIn(fences, own, computingSeconds: Int(value))
                }
                if child > 0 { children[child] = Int(value) }
                answer(UInt32(bitPattern: child), child < 0 ? UInt32(bitPattern: errno) : 0)
            case .look, .kill:
                let child = Int32(bitPattern: value)
                // Only its own: any other number may be another process by now.
                guard let limit = children[child] else { return nil }
                if let end = end(of: child, killing: wanted == .kill) {
                    children[child] = nil
                    answer(1, UInt32(bitPattern: end.status(limit)))
                } else {
                    answer(0, 0)
                }
            case nil: return nil
            }
        }
    }

    /// Forks a child of the same kind that does `work` behind its fences, and returns what it answers.
    ///
    /// For what has to be tried out before this process is ready, and must leave no thread behind.
    public func trial(
        behind fences: Fences, on connection: (parent: Int32, child: Int32),
        _ work: () async -> Data?
    ) async -> Data? {
        let child = headshot_fork()
        if child == 0 {
            close(connection.parent)
            guard
                let line = Self.lockIn(fences, connection.child, computingSeconds: 60),
                let answer = await work()
            else { _exit(EXIT_FAILURE) }
            line.send(Frame(0, head: answer))
            _exit(EXIT_SUCCESS)
        }
        close(connection.child)
        defer { close(connection.parent) }
        guard child > 0 else { return nil }
        let answer = ParentLine(descriptor: connection.parent).receive()?.head
        return end(of: child, killing: true) == nil ? nil : answer
    }

    /// A connection for ``trial(behind:on:_:)``, made while sockets still can be.
    public static func trialConnection() -> (parent: Int32, child: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            return nil
        }
        return (ends[0], ends[1])
    }

    /// In a child: drops what it does not need any more; nil if its fence does not go up as its parent's did.
    private static func lockIn(
        _ fences: Fences, _ connection: Int32, computingSeconds: Int
    ) -> ParentLine? {
        close(STDIN_FILENO)
        Fences.limitComputing(seconds: computingSeconds)
        var own = Fences()
        own.closeTheRest()
        guard own.contains(.calls) || !fences.contains(.calls) else { _exit(EXIT_FAILURE) }
        return ParentLine(descriptor: connection)
    }

    private func answer(_ first: UInt32, _ second: UInt32) {
        _ = Descriptor.write(ForkRequest.bytes(first, second), to: STDIN_FILENO)
    }

    /// How a child has ended, which is not a child any more then.
    private func end(of child: pid_t, killing: Bool) -> ReapedChild? {
        if killing { kill(child, SIGKILL) }
        var ended = ReapedChild()
        var reaped: pid_t
        repeat {
            reaped = unsafe wait4(child, &ended.status, killing ? 0 : WNOHANG, &ended.usage)
        } while reaped < 0 && errno == EINTR
        return reaped == child ? ended : nil
    }
}

/// What the system says of a process that has ended.
private struct ReapedChild {
    var status: Int32 = 0
    var usage = rusage()

    /// The status, with SIGXCPU for a child that computed for longer than `limit` seconds.
    ///
    /// One that ignores SIGXCPU is killed a second later, and SIGKILL alone would say that the machine did it.
    func status(_ limit: Int) -> Int32 {
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return status == SIGKILL && used >= limit ? SIGXCPU : status
    }
}
