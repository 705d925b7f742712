import Glibc
import Synchronization

/// What an attacker might try, or a broken decoder do.
///
/// One that succeeds in what no photo may do ends the process; one that is hindered decodes on.
enum Misdeed: String {
    case openFile, writeFile, makeSocket, execute, fork, trace, signalParent
    case allocate, sleep, abort, crash, die, leave, hangUp, babble, flood, starve, fail
    /// Computing for ever, and also when told to stop.
    case spin, spinOn
    /// Ways to answer never: standing still, byte by byte, and after the announcement of an answer.
    case stop, drip, announce
    /// As if the answer were to another message.
    case mistake
    /// What one photo leaves in memory, for another to find.
    case leaveMark, findMark

    private static let mark = Mutex(false)

    /// Does it, with the number of the message that names it, and the connection that it came by.
    func commit(_ number: UInt64, _ line: Int32) {
        switch self {
        case .openFile: unsafe succeed(if: open("/etc/passwd", O_RDONLY) >= 0)
        case .writeFile: unsafe succeed(if: creat("/tmp/headshot-was-here", 0o600) >= 0)
        case .makeSocket: succeed(if: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0)
        case .execute: succeed(if: unsafe execv("/bin/true", [nil]) >= 0)
        case .fork: succeed(if: Self.call("fork"))
        case .trace: succeed(if: Self.call("ptrace"))
        // Asks whether it could, since the parent runs the tests.
        case .signalParent: succeed(if: kill(getppid(), 0) == 0)
        case .allocate: succeed(if: Self.map(10_000_000_000))
        case .spin: while true {}
        case .spinOn:
            signal(SIGXCPU, SIG_IGN)
            while true {}
        case .sleep: while true { Glibc.sleep(1000) }
        case .abort: Glibc.abort()
        case .crash: unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case .die: raise(SIGKILL)
        case .leave: succeed(if: true)
        case .hangUp:
            close(line)
            while true { Glibc.sleep(1000) }
        case .babble: say(Self.prefix(number, 3, 0) + Array("{]}".utf8), on: line)
        case .starve: say(Self.fault(number, "memory", "vips: no room"), on: line)
        case .fail: say(Self.fault(number, "other", "a memory-mapped file is damaged"), on: line)
        case .mistake: say(Self.fault(number &+ 1, "memory", "vips: no room"), on: line)
        case .flood: say(Self.prefix(number, UInt32.max, UInt32.max), on: line)
        case .announce: say(Self.prefix(number, 2, 1_000_000) + Array("{}".utf8), on: line)
        case .leaveMark: Self.mark.withLock { $0 = true }
        case .findMark: succeed(if: Self.mark.withLock { $0 })
        case .stop: while true { raise(SIGSTOP) }
        case .drip:
            for byte in Self.prefix(number, 2, 1_000_000) {
                _ = unsafe write(line, [byte], 1)
                usleep(500_000)
            }
            while true { Glibc.sleep(1000) }
        }
    }

    /// Calls what Swift does not offer, with noughts for what it takes.
    private static func call(_ name: String) -> Bool {
        typealias Function = @convention(c) (Int, Int, Int, Int) -> Int32
        guard let symbol = unsafe dlsym(nil, name) else { return false }
        return unsafe unsafeBitCast(symbol, to: Function.self)(0, 0, 0, 0) >= 0
    }

    /// Whether the system gives so many bytes; `malloc` for memory that nothing uses may be left out by the compiler.
    private static func map(_ count: Int) -> Bool {
        unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            != MAP_FAILED
    }

    private func succeed(if isDone: Bool) {
        if isDone { _exit(1) }
    }

    private static func fault(_ number: UInt64, _ cause: String, _ detail: String) -> [UInt8] {
        let fault = #"{"cause":"\#(cause)","detail":"\#(detail)"}"#
        let answer = Array(#"{"failure":{"_0":\#(fault)}}"#.utf8)
        return prefix(number, UInt32(answer.count), 0) + answer
    }

    /// What an answer begins with: the number of its message, and the lengths of its head and its body.
    private static func prefix(_ number: UInt64, _ head: UInt32, _ body: UInt32) -> [UInt8] {
        (0..<8).map { UInt8(number >> ($0 * 8) & 0xFF) }
            + [head, body].flatMap { length in (0..<4).map { UInt8(length >> ($0 * 8) & 0xFF) } }
    }

    private func say(_ bytes: [UInt8], on line: Int32) {
        _ = unsafe write(line, bytes, bytes.count)
        while true { Glibc.sleep(1000) }
    }
}
