import Glibc

/// What an attacker might try, or a broken decoder do.
///
/// One that succeeds in what no photo may do ends the process; one that is hindered decodes on.
enum Misdeed: String {
    case openFile, writeFile, makeSocket, execute, fork, trace, signalParent
    case allocate, spin, sleep, abort, crash, die, leave, hangUp, babble, flood, starve, fail

    func commit() {
        switch self {
        case .openFile: unsafe succeed(if: open("/etc/passwd", O_RDONLY) >= 0)
        case .writeFile: unsafe succeed(if: creat("/tmp/headshot-was-here", 0o600) >= 0)
        case .makeSocket: succeed(if: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0)
        case .execute: succeed(if: unsafe execv("/bin/true", [nil]) >= 0)
        case .fork: succeed(if: Self.call("fork"))
        case .trace: succeed(if: Self.call("ptrace"))
        // Asks whether it could, since the parent runs the tests.
        case .signalParent: succeed(if: kill(getppid(), 0) == 0)
        case .allocate: succeed(if: unsafe malloc(10_000_000_000) != nil)
        case .spin: while true {}
        case .sleep: while true { Glibc.sleep(1000) }
        case .abort: Glibc.abort()
        case .crash: unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case .die: raise(SIGKILL)
        case .leave: succeed(if: true)
        case .hangUp:
            close(STDIN_FILENO)
            while true { Glibc.sleep(1000) }
        case .babble: say([3, 0, 0, 0, 0, 0, 0, 0] + Array("{]}".utf8))
        case .starve: sayFault("memory", "vips: no room")
        case .fail: sayFault("other", "a memory-mapped file is damaged")
        case .flood: say([UInt8](repeating: 0xFF, count: 64))
        }
    }

    /// Calls what Swift does not offer, with noughts for what it takes.
    private static func call(_ name: String) -> Bool {
        typealias Function = @convention(c) (Int, Int, Int, Int) -> Int32
        guard let symbol = unsafe dlsym(nil, name) else { return false }
        return unsafe unsafeBitCast(symbol, to: Function.self)(0, 0, 0, 0) >= 0
    }

    private func succeed(if isDone: Bool) {
        if isDone { _exit(1) }
    }

    private func sayFault(_ cause: String, _ detail: String) {
        let fault = #"{"cause":"\#(cause)","detail":"\#(detail)"}"#
        let answer = Array(#"{"failure":{"_0":\#(fault)}}"#.utf8)
        say([UInt8(answer.count), 0, 0, 0, 0, 0, 0, 0] + answer)
    }

    private func say(_ bytes: [UInt8]) {
        _ = unsafe write(STDIN_FILENO, bytes, bytes.count)
        while true { Glibc.sleep(1000) }
    }
}
