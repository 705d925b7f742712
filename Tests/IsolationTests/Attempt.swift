import Glibc

/// What a process may try that a stranger's bytes have taken over; without a fence, each succeeds.
enum Attempt: String, CaseIterable {
    case readFile, listFolder, writeFile, makeFile, makeFileForReading, emptyFile
    /// By the older of the two calls that open files.
    case writeFileTheOldWay
    case truncateFile, makeFolder, makeLink, makePipe, linkFile, renameFile, removeFile,
        removeFolder
    case runProgram
    case connect, bind, reachNamedSocket, signalParent
    case readClosedFile, gainPrivileges
    case growFile, takeMuchMemory, takeAllowedMemory, dumpCore, openDescriptors
    /// Within what it is allowed.
    case changeLimit

    /// Those for which a process has to be privileged.
    static let privileged: Set<Attempt> = [.readClosedFile]

    /// Behind a fence that lets memory grow, how far it does.
    static let memory: UInt64 = 1_000_000_000

    /// Makes the attempt.
    func outcome(on ground: Ground) -> Outcome {
        errno = 0
        if succeeds(on: ground) { return .succeeded }
        return errno == 0 ? .limited : .refused(errno)
    }

    private func succeeds(on ground: Ground) -> Bool {
        let folder = ground.folder
        return switch self {
        case .readFile: unsafe open(ground.file, O_RDONLY) >= 0
        case .listFolder: unsafe open(folder, O_RDONLY | O_DIRECTORY) >= 0
        case .writeFile: unsafe open(ground.file, O_WRONLY) >= 0
        case .makeFile: unsafe open("\(folder)/new", O_WRONLY | O_CREAT, 0o600) >= 0
        case .makeFileForReading: unsafe open("\(folder)/new", O_RDONLY | O_CREAT, 0o600) >= 0
        case .emptyFile: unsafe open(ground.file, O_RDONLY | O_TRUNC) >= 0
        case .writeFileTheOldWay: Self.openTheOldWay(ground.file, O_WRONLY)
        case .truncateFile: unsafe truncate(ground.file, 0) == 0
        case .makeFolder: unsafe mkdir("\(folder)/new", 0o700) == 0
        case .makeLink: unsafe symlink("file", "\(folder)/new") == 0
        case .makePipe: unsafe mkfifo("\(folder)/new", 0o600) == 0
        case .linkFile: unsafe link(ground.file, "\(folder)/other/new") == 0
        case .renameFile: unsafe rename(ground.file, "\(folder)/other/new") == 0
        case .removeFile: unsafe unlink(ground.file) == 0
        case .removeFolder: unsafe rmdir("\(folder)/empty") == 0
        // It succeeds by its own status.
        case .runProgram: unsafe execv("/bin/true", [nil]) == 0
        case .connect: unsafe Self.withSocket(ground.port) { unsafe Glibc.connect($0, $1, $2) == 0 }
        case .bind: unsafe Self.withSocket(0) { unsafe Glibc.bind($0, $1, $2) == 0 }
        case .reachNamedSocket: Self.reaches(ground.socketName)
        // Sends nothing: only whether it might is asked.
        case .signalParent: kill(getppid(), 0) == 0
        case .readClosedFile: unsafe open(ground.closedFile, O_RDONLY) >= 0
        case .gainPrivileges: Self.canGainPrivileges
        case .growFile: unsafe write(ground.descriptor, "x", 1) == 1
        case .takeMuchMemory: Self.takes(Self.memory + 100_000_000)
        case .takeAllowedMemory: Self.takes(Self.memory - 200_000_000)
        case .dumpCore: Self.mayHave(RLIMIT_CORE)
        case .openDescriptors: Self.mayHave(RLIMIT_NOFILE)
        case .changeLimit: Self.lowersLimit
        }
    }

    private static func openTheOldWay(_ path: String, _ flags: Int32) -> Bool {
        guard let number = SystemCall.number(of: "open") else {
            return unsafe open(path, flags) >= 0
        }
        return unsafe path.withCString { path in
            SystemCall.make(number, Int(bitPattern: path), Int(flags)) >= 0
        }
    }

    private static func withSocket(
        _ port: in_port_t, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        var address = Ground.address(port: port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe body(socket, address, length)
            }
        }
    }

    private static func reaches(_ name: String) -> Bool {
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        return unsafe Ground.withAddress(of: name) { unsafe Glibc.connect(socket, $0, $1) == 0 }
    }

    /// Whether a program with more rights than this process would get them.
    private static var canGainPrivileges: Bool {
        let isRenounced = 39  // PR_GET_NO_NEW_PRIVS
        return SystemCall.number(of: "prctl").map { SystemCall.make($0, isRenounced) == 0 } ?? false
    }

    private static func takes(_ bytes: UInt64) -> Bool {
        let kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        return unsafe mmap(nil, Int(bytes), PROT_NONE, kind, -1, 0) != MAP_FAILED
    }

    private static var lowersLimit: Bool {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        return unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0
    }

    private static func mayHave(_ resource: __rlimit_resource) -> Bool {
        var limit = rlimit()
        let isKnown = unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
        errno = 0
        return isKnown && limit.rlim_max > 0
    }
}
