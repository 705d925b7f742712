import Foundation
import Glibc
import Synchronization

/// A child process as `posix_spawn` leaves it; the caller owns the descriptors and must reap it.
struct SpawnedChild {
    let processID: pid_t
    /// Reading end of the child's standard output.
    let output: Int32
    /// Reading end of the child's standard error.
    let errors: Int32
}

/// One start at a time: a descriptor is inheritable for a moment until it is marked, and must not
/// reach a child that another task starts in that moment.
private let starting = Mutex(())

/// Starts a program without a shell, with nothing of the parent's but what is handed over.
func spawn(
    _ path: String, arguments: [String], environment: [String: String], input: Data
) throws(ProgramError) -> SpawnedChild {
    try starting.withLock { _ throws(ProgramError) in
        try spawnAlone(path, arguments: arguments, environment: environment, input: input)
    }
}

private func spawnAlone(
    _ path: String, arguments: [String], environment: [String: String], input: Data
) throws(ProgramError) -> SpawnedChild {
    let output = try makePipe()
    let errors = try makePipe()
    let source = try makeInput(input)
    defer { for descriptor in [output.write, errors.write, source] { close(descriptor) } }

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, source, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.write, STDERR_FILENO)

    // What the test's process ignores or blocks must not be inherited: a program that ignores
    // SIGTERM by accident would hang the test that sends it.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let argv = CStringArray([path] + arguments)
    let envp = CStringArray(environment.map { "\($0.key)=\($0.value)" })
    var processID = pid_t()
    let status = unsafe posix_spawn(
        &processID, path, &actions, &attributes, argv.pointers, envp.pointers)
    guard status == 0 else {
        close(output.read)
        close(errors.read)
        throw .notStarted(path: path, errno: status)
    }
    return SpawnedChild(processID: processID, output: output.read, errors: errors.read)
}

/// A pipe that no other child inherits.
private func makePipe() throws(ProgramError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .noDescriptor(errno: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

/// Standard input as an unlinked file: no writer that could block or be killed by SIGPIPE.
private func makeInput(_ bytes: Data) throws(ProgramError) -> Int32 {
    var name = Array("\(NSTemporaryDirectory())headshot-input-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw .noDescriptor(errno: errno) }
    unsafe unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = unsafe rest.withUnsafeBytes {
            unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        guard written > 0 else { throw .noDescriptor(errno: errno) }
        rest = rest.dropFirst(written)
    }
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
}

/// A null-terminated array of C strings.
///
/// Safe: the pointers are made by `strdup` here, freed once in `deinit`, and read only by a call that
/// borrows the array.
@safe private struct CStringArray: ~Copyable {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        unsafe pointers = strings.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        unsafe pointers.forEach { unsafe free($0) }
    }
}
