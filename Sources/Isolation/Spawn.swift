import CIsolation
import Glibc

/// Starts programs that inherit nothing from this process but what is handed over.
enum Spawn {
    /// Where a child finds the bytes that it was given.
    static let sharedDescriptor = STDERR_FILENO + 1

    /// Starts a program in its own process group, with `input` as its standard input and `shared` as the
    /// descriptor after the standard ones.
    ///
    /// Signals that mean "stop" do not reach it: the process that started it decides when it ends.
    static func start(
        _ path: String, arguments: [String], environment: [String], input: Int32, shared: Int32?
    ) throws(IsolationError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        // Even if it already has that number: the copy stays open in the child.
        if let shared {
            unsafe posix_spawn_file_actions_adddup2(&actions, shared, sharedDescriptor)
        }
        unsafe headshot_spawn_close_from(&actions, sharedDescriptor + (shared == nil ? 0 : 1))

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        let argv = CStringArray(arguments)
        let envp = CStringArray(environment)
        var processID = pid_t()
        let status = unsafe posix_spawn(
            &processID, path, &actions, &attributes, argv.pointers, envp.pointers)
        guard status == 0 else { throw .notStarted(errno: status) }
        return processID
    }
}

/// A null-terminated array of C strings.
///
/// Safe: the pointers are made by `strdup` here, freed once in `deinit`, and read only by a call that borrows
/// the array.
@safe private struct CStringArray: ~Copyable {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        unsafe pointers = strings.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        unsafe pointers.forEach { unsafe free($0) }
    }
}
