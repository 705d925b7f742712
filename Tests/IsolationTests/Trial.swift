import CIsolation
import Foundation
import Glibc

/// What became of an attempt behind a fence.
enum Outcome: Hashable, CustomStringConvertible {
    case succeeded
    case refused(Int32)
    /// A limit is zero, so that nothing of its kind can be had.
    case limited
    case killed(Int32)
    /// The fence did not go up.
    case unfenced

    /// How a process tells it: by its status, which is the reason of the refusal.
    var status: Int32 {
        switch self {
        case .succeeded: 0
        case .refused(let reason): reason
        case .limited: 200
        case .unfenced: 201
        case .killed: 202
        }
    }

    /// Reads how a process ended.
    init(of status: Int32) {
        let signal = status & 0x7F
        let code = status >> 8 & 0xFF
        self =
            signal != 0
            ? .killed(signal)
            : [.succeeded, .limited, .unfenced].first { $0.status == code } ?? .refused(code)
    }

    /// As a child process prints it.
    var description: String {
        switch self {
        case .killed(let signal): "killed \(signal)"
        default: "\(status)"
        }
    }

    init?(_ text: Substring) {
        let parts = text.split(separator: " ")
        guard let number = parts.last.flatMap({ Int32($0) }) else { return nil }
        self = parts.count == 2 ? .killed(number) : Outcome(of: number << 8)
    }
}

/// Attempts behind one fence, each in a process that raises only this one: no other can be what stops it.
enum Trial {
    /// Makes each attempt in a process, and prints what became of it.
    ///
    /// Forks, so only for a process that does nothing else.
    static func print(
        _ attempts: [Attempt] = Attempt.allCases, behind raise: (Ground) -> Bool
    ) throws {
        for attempt in attempts {
            let ground = try Ground()
            defer { ground.remove() }
            let outcome = outcome {
                guard raise(ground) else { return .unfenced }
                return attempt.outcome(on: ground)
            }
            Swift.print("\(attempt.rawValue): \(outcome)")
        }
        fflush(nil)
    }

    /// Makes each system call with noughts for what it takes, once behind each of two fences, and prints what became of it.
    static func print(calls: [String], behind raise: (Bool) -> Bool) {
        for name in calls {
            // What this machine does not have is no way out.
            guard let number = SystemCall.number(of: name) else { continue }
            for isOther in [false, true] {
                let outcome = outcome {
                    guard raise(isOther) else { return .unfenced }
                    return SystemCall.make(number) >= 0 ? .succeeded : .refused(errno)
                }
                Swift.print("\(name) \(isOther): \(outcome)")
            }
        }
        fflush(nil)
    }

    /// What a child process printed.
    static func outcomes(in output: [UInt8]?) -> [String: Outcome] {
        let lines = String(decoding: output ?? [], as: UTF8.self).split(separator: "\n")
        let pairs = lines.compactMap { line -> (String, Outcome)? in
            let parts = line.split(separator: ": ", maxSplits: 1)
            guard parts.count == 2, let outcome = Outcome(parts[1]) else { return nil }
            return (String(parts[0]), outcome)
        }
        return Dictionary(pairs) { _, last in last }
    }

    /// Ends this process with success if a process ends well, and then its child, which has the other end of a pipe.
    static func exitWithOrphan(of parent: pid_t, on ends: [Int32]) -> Never {
        close(ends[1])
        var status: Int32 = 0
        guard unsafe waitpid(parent, &status, 0) == parent, status == 0 else { _exit(2) }
        // The child alone still has the other end.
        var wait = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        _exit(unsafe poll(&wait, 1, 10_000) == 1 ? 0 : 1)
    }

    /// What becomes of a body in a process of its own.
    private static func outcome(of body: () -> Outcome) -> Outcome {
        let child = SystemCall.fork()
        if child == 0 { _exit(body().status) }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return Outcome(of: status)
    }
}

/// Calls that Swift does not offer.
enum SystemCall {
    /// Those with which a process starts or enters another, serves the network, or changes who it is.
    static let ofAttackers = [
        "execve", "execveat", "fork", "vfork", "clone", "ptrace", "process_vm_readv",
        "process_vm_writev", "pidfd_open", "pidfd_getfd", "kill", "tkill", "socketpair", "bind",
        "listen", "accept", "accept4", "sendmsg", "recvmsg", "setuid", "setgid", "setresuid",
        "setresgid", "capset", "chroot", "pivot_root", "mount", "umount2", "unshare", "setns",
        "bpf", "io_uring_setup", "userfaultfd", "perf_event_open", "add_key", "keyctl",
        "init_module", "finit_module", "kexec_load",
    ]
    /// Other ways to a process, a descriptor, a file, or memory of another.
    static let ofOthers = [
        "clone3", "memfd_create", "eventfd2", "pipe2", "dup", "dup2", "dup3", "ioctl",
        "open_by_handle_at", "name_to_handle_at", "io_uring_enter", "mknodat", "chmod", "fchmod",
        "chown", "fchown", "ftruncate", "fallocate", "utimensat", "setxattr", "pwrite64",
        "sendfile", "splice", "copy_file_range", "shmget", "shmat", "msgget", "semget", "mq_open",
        "inotify_init1", "fanotify_init", "timer_create", "setitimer", "setrlimit", "setpriority",
        "sched_setaffinity", "setsid", "setpgid", "personality", "getppid", "seccomp",
        "landlock_create_ruleset", "process_madvise", "mount_setattr", "move_pages", "kcmp",
        "syslog", "reboot", "sethostname", "quotactl", "acct", "swapon",
    ]

    /// Duplicates this process; only the calling thread goes on in the child, which receives signals.
    static func fork() -> pid_t {
        typealias Function = @convention(c) () -> pid_t
        guard let symbol = unsafe dlsym(nil, "fork") else { return -1 }
        let child = unsafe unsafeBitCast(symbol, to: Function.self)()
        if child == 0 { receiveSignals() }
        return child
    }

    /// Lets this thread receive signals: those of Dispatch, on which tests run, block most of them.
    static func receiveSignals() {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// The number of a call on this machine, as libseccomp knows it.
    static func number(of name: String) -> Int? {
        typealias Function = @convention(c) (UnsafePointer<CChar>) -> Int32
        guard let symbol = unsafe dlsym(nil, "seccomp_syscall_resolve_name") else { return nil }
        let number = unsafe unsafeBitCast(symbol, to: Function.self)(name)
        return number >= 0 ? Int(number) : nil
    }

    static func make(
        _ number: Int, _ first: Int = 0, _ second: Int = 0, _ third: Int = 0, _ fourth: Int = 0
    ) -> Int {
        typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
        guard let symbol = unsafe dlsym(nil, "syscall") else { return -1 }
        return unsafe unsafeBitCast(symbol, to: Function.self)(
            number, first, second, third, fourth, 0, 0)
    }

    /// The version of the kernel's Landlock; 0 without it.
    static let landlockVersion: Int = {
        guard let number = number(of: "landlock_create_ruleset") else { return 0 }
        return max(0, make(number, 0, 0, 1))
    }()
}

/// What attempts are made on: files, and sockets that listen.
struct Ground {
    let folder: String
    let port: in_port_t
    /// Of a file, and open for writing.
    let descriptor: Int32
    /// Without a file, in the whole machine's space of names.
    let socketName: String
    private let listeners: [Int32]

    var file: String { "\(folder)/file" }
    /// What nobody may open but one who may open everything.
    var closedFile: String { "\(folder)/closed" }

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appending(path: "headshot-trial-\(UUID().uuidString)").path
        socketName = "headshot-trial-\(UUID().uuidString)"
        for name in ["", "/empty", "/other"] { unsafe mkdir(folder + name, 0o700) }
        descriptor = unsafe open("\(folder)/file", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        close(unsafe open("\(folder)/closed", O_WRONLY | O_CREAT | O_CLOEXEC, 0))
        let web = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let local = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        listeners = [web, local]
        var address = Self.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(web, address, length) == 0 && listen(web, 8) == 0
                    && getsockname(web, address, &length) == 0
            }
        }
        port = in_port_t(bigEndian: address.sin_port)
        let isNamed = unsafe Self.withAddress(of: socketName) { unsafe bind(local, $0, $1) == 0 }
        guard descriptor >= 0, isListening, isNamed, listen(local, 8) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    func remove() {
        for open in [descriptor] + listeners { close(open) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    static func address(port: in_port_t) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func withAddress(
        of name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = [0] + Array(name.utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe body(address, length)
            }
        }
    }
}
