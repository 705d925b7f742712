import CIsolation
import Foundation
import Glibc
import Isolation
import TestSupport
import Testing

/// What each fence takes from a process.
///
/// Several fences cover one another, so each is tried alone: each attempt has a process of its own that has raised this
/// one and no other.
@Suite(.timeLimit(.minutes(10)))
struct FencesTests {
    /// What becomes of all attempts behind a fence that stops some of them.
    private func but(_ stopped: [Attempt: Outcome]) -> [String: Outcome] {
        var expected: [Attempt: Outcome] = [:]
        for attempt in Attempt.allCases { expected[attempt] = .succeeded }
        expected.merge(stopped) { $1 }
        // Nobody else may read it without a fence either.
        if geteuid() != 0 {
            for attempt in Attempt.privileged { expected[attempt] = .refused(EACCES) }
        }
        return Dictionary(uniqueKeysWithValues: expected.map { ($0.key.rawValue, $0.value) })
    }

    private func each(_ outcome: Outcome, _ attempts: [Attempt]) -> [Attempt: Outcome] {
        Dictionary(uniqueKeysWithValues: attempts.map { ($0, outcome) })
    }

    @Test func `without a fence every attempt succeeds`() async {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            try Trial.print { _ in true }
        }
        #expect(Trial.outcomes(in: end?.standardOutputContent) == but([:]))
    }

    @Test func `without privileges a process reads what its user may, and gains none`() async {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            try Trial.print { _ in headshot_fence_privileges() != 0 }
        }
        #expect(
            Trial.outcomes(in: end?.standardOutputContent)
                == but([.readClosedFile: .refused(EACCES), .gainPrivileges: .limited]))
    }

    @Test func `behind limits of resources no file grows, memory ends, and no core is left`() async
    {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            try Trial.print { _ in
                headshot_fence_resources(Attempt.memory) != 0
            }
        }
        #expect(
            Trial.outcomes(in: end?.standardOutputContent)
                == but([
                    .growFile: .killed(SIGXFSZ), .takeMuchMemory: .refused(ENOMEM),
                    .dumpCore: .limited,
                ]))
    }

    /// What Landlock alone stops: all that names a file, and what its version knows of sockets and signals.
    private var stoppedByLandlock: [Attempt: Outcome] {
        let version = SystemCall.landlockVersion
        var stopped = each(
            .refused(EACCES),
            [
                .readFile, .listFolder, .writeFile, .makeFile, .makeFileForReading, .emptyFile,
                .writeFileTheOldWay, .makeFolder, .makeLink, .makePipe, .linkFile, .renameFile,
                .removeFile, .removeFolder, .runProgram, .readClosedFile,
            ])
        if version >= 3 { stopped[.truncateFile] = .refused(EACCES) }
        if version >= 4 { stopped.merge(each(.refused(EACCES), [.connect, .bind])) { $1 } }
        if version >= 6 {
            stopped.merge(each(.refused(EPERM), [.reachNamedSocket, .signalParent])) { $1 }
        }
        // Without privileges, the kernel wants them renounced before.
        if geteuid() != 0 { stopped[.gainPrivileges] = .limited }
        return stopped
    }

    private static let landlock: Comment = "a kernel with Landlock"

    @Test(.needs(landlock, where: { SystemCall.landlockVersion > 0 }))
    func `behind Landlock alone nothing is opened, made, removed, started or reached`() async {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            try Trial.print { _ in
                if geteuid() != 0 { _ = headshot_fence_privileges() }
                return unsafe headshot_fence_files("") != 0
            }
        }
        #expect(Trial.outcomes(in: end?.standardOutputContent) == but(stoppedByLandlock))
    }

    @Test(.needs(landlock, where: { SystemCall.landlockVersion > 0 }))
    func `behind Landlock alone a readable folder can be read and nothing else`() async {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            try Trial.print { ground in
                if geteuid() != 0 { _ = headshot_fence_privileges() }
                let folders = "/nowhere:\(ground.folder)"
                return unsafe headshot_fence_files(folders) != 0
            }
        }
        var stopped = stoppedByLandlock
        for attempt in [Attempt.readFile, .listFolder, .readClosedFile] { stopped[attempt] = nil }
        #expect(Trial.outcomes(in: end?.standardOutputContent) == but(stopped))
    }

    /// What seccomp stops whether a process may read files or not.
    private var stoppedBySeccomp: [Attempt: Outcome] {
        var stopped = each(
            .refused(ENOSYS),
            [
                .truncateFile, .makeFolder, .makeLink, .makePipe, .linkFile, .renameFile,
                .removeFile, .removeFolder, .gainPrivileges, .changeLimit,
            ])
        stopped.merge(each(.killed(SIGSYS), [.runProgram, .signalParent])) { $1 }
        stopped.merge(each(.refused(EACCES), [.connect, .bind, .reachNamedSocket])) { $1 }
        return stopped
    }

    /// What it stops besides in a process that may not read files.
    private var stoppedWithoutFiles: [Attempt: Outcome] {
        let files: [Attempt] = [
            .readFile, .listFolder, .writeFile, .makeFile, .makeFileForReading, .emptyFile,
            .writeFileTheOldWay, .readClosedFile,
        ]
        return stoppedBySeccomp.merging(each(.refused(EACCES), files)) { $1 }
    }

    @Test func `behind seccomp alone nothing is opened, made, removed, started or reached`() async {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            try Trial.print { _ in headshot_fence_calls(HEADSHOT_COMPUTES) != 0 }
        }
        var stopped = stoppedWithoutFiles
        stopped[.openDescriptors] = .limited
        #expect(Trial.outcomes(in: end?.standardOutputContent) == but(stopped))
    }

    @Test func `behind seccomp alone a process that may read files changes none`() async {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            try Trial.print { _ in headshot_fence_calls(HEADSHOT_READS_FILES) != 0 }
        }
        var stopped = stoppedBySeccomp
        stopped.merge(
            each(
                .refused(ENOSYS),
                [.writeFile, .makeFile, .makeFileForReading, .emptyFile, .writeFileTheOldWay])
        ) { $1 }
        #expect(Trial.outcomes(in: end?.standardOutputContent) == but(stopped))
    }

    /// What becomes of system calls behind seccomp, for a process that reads no files and for one that does.
    private func expect(_ outcomes: [String: Outcome], toBe outcome: Outcome, atLeast count: Int) {
        #expect(outcomes.count >= 2 * count)
        #expect(outcomes.filter { $0.value != outcome } == [:])
    }

    @Test func `a call that only an attacker makes ends the process`() async {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            Trial.print(calls: SystemCall.ofAttackers) {
                headshot_fence_calls($0 ? HEADSHOT_READS_FILES : HEADSHOT_COMPUTES) != 0
            }
        }
        let outcomes = Trial.outcomes(in: end?.standardOutputContent)
        expect(outcomes, toBe: .killed(SIGSYS), atLeast: 30)
    }

    @Test func `a call that no decoder needs does not exist`() async {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            Trial.print(calls: SystemCall.ofOthers) {
                headshot_fence_calls($0 ? HEADSHOT_READS_FILES : HEADSHOT_COMPUTES) != 0
            }
        }
        let outcomes = Trial.outcomes(in: end?.standardOutputContent)
        expect(outcomes, toBe: .refused(ENOSYS), atLeast: 40)
    }

    @Test func `a process that ends itself does not look as if the machine had ended it`() async {
        await #expect(processExitsWith: .signal(SIGSYS)) {
            guard headshot_fence_calls(HEADSHOT_COMPUTES) != 0 else { _exit(2) }
            raise(SIGKILL)
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            SystemCall.receiveSignals()
            guard headshot_fence_calls(HEADSHOT_COMPUTES) != 0 else { _exit(2) }
            raise(SIGABRT)
        }
    }

    @Test func `a child without privileges ends with its parent, whatever it does`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var ends: [Int32] = [-1, -1]
            unsafe pipe(&ends)
            let parent = SystemCall.fork()
            if parent == 0 {
                if SystemCall.fork() == 0 {
                    _ = headshot_fence_privileges()
                    _ = unsafe write(ends[1], "x", 1)
                    sleep(60)
                    _exit(0)
                }
                var byte: UInt8 = 0
                _exit(unsafe read(ends[0], &byte, 1) == 1 ? 0 : 1)
            }
            Trial.exitWithOrphan(of: parent, on: ends)
        }
    }

    /// Behind the fence of a process that forks: it may, and nothing else that another could not.
    private var stoppedForForking: [Attempt: Outcome] {
        var stopped = stoppedWithoutFiles
        // It limits what its children may use, and ends them by one signal.
        stopped[.changeLimit] = .succeeded
        stopped[.signalParent] = .refused(ENOSYS)
        return stopped
    }

    @Test func `behind seccomp alone a process that forks opens, makes and reaches nothing`()
        async
    {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            try Trial.print { _ in headshot_fence_calls(HEADSHOT_FORKS) != 0 }
        }
        #expect(Trial.outcomes(in: end?.standardOutputContent) == but(stoppedForForking))
    }

    @Test
    func `behind its own fence a forked process may not do what its parent may`()
        async
    {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            // Of a forked process like those that get pictures, whose own forks end it.
            try Trial.print { _ in
                headshot_fence_calls(HEADSHOT_FORKS) != 0
                    && headshot_fence_calls(HEADSHOT_COMPUTES) != 0
            }
            Trial.print(calls: ["fork", "clone", "kill", "recvmsg"]) { _ in
                headshot_fence_calls(HEADSHOT_FORKS) != 0
                    && headshot_fence_calls(HEADSHOT_COMPUTES) != 0
            }
        }
        let all = Trial.outcomes(in: end?.standardOutputContent)
        // The name of a call is followed by its fence.
        let ofCalls = all.filter { $0.key.contains(" ") }
        expect(ofCalls, toBe: .killed(SIGSYS), atLeast: 3)
        let outcomes = all.filter { ofCalls[$0.key] == nil }
        var stopped = stoppedForForking
        stopped[.changeLimit] = .refused(ENOSYS)
        stopped[.signalParent] = .killed(SIGSYS)
        stopped[.openDescriptors] = .limited
        #expect(outcomes == but(stopped))
    }

    @Test func `a process that forks starts no program and enters no other process`()
        async
    {
        let end = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            // With noughts, clone is not the call that fork is; kill and recvmsg are its own.
            Trial.print(
                calls: SystemCall.ofAttackers.filter { !["clone", "kill", "recvmsg"].contains($0) }
            ) {
                _ in headshot_fence_calls(HEADSHOT_FORKS) != 0
            }
        }
        expect(
            Trial.outcomes(in: end?.standardOutputContent), toBe: .killed(SIGSYS), atLeast: 30)
    }

    @Test func `a process that forks does fork, and a child of it ends with it`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var ends: [Int32] = [-1, -1]
            unsafe pipe(&ends)
            let server = SystemCall.fork()
            if server == 0 {
                guard headshot_fence_calls(HEADSHOT_FORKS) != 0 else { _exit(3) }
                let child = headshot_fork()
                if child == 0 {
                    _ = unsafe write(ends[1], "x", 1)
                    while true { sleep(60) }
                }
                var byte: UInt8 = 0
                _exit(unsafe child > 0 && read(ends[0], &byte, 1) == 1 ? 0 : 1)
            }
            Trial.exitWithOrphan(of: server, on: ends)
        }
    }

    @Test func `computing ends a second or two after its limit, and sleep does not count`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let child = SystemCall.fork()
            if child == 0 {
                guard headshot_limit_computing(1) == 0 else { _exit(2) }
                while true {}
            }
            let deadline = SuspendingClock.now + .seconds(60)
            var status: Int32 = 0
            while unsafe waitpid(child, &status, WNOHANG) == 0 {
                guard SuspendingClock.now < deadline else {
                    kill(child, SIGKILL)
                    _exit(3)
                }
                usleep(1000)
            }
            var usage = rusage()
            unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
            let seconds =
                Duration.seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
            // The kernel counts the limit by ticks, of which a process on a busy machine may get more than its share.
            let isInTime = seconds > .milliseconds(500) && seconds < .seconds(3)
            _exit(Outcome(of: status) == .killed(SIGXCPU) && isInTime ? 0 : 1)
        }
    }

    @Test func `a fence that the kernel refuses is missing, and the others stand`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var fences = Fences()
            fences.closeTheRest()
            // Behind that one, the kernel has neither Landlock nor new limits.
            fences.closeFiles(memory: 1_000_000_000)
            _exit(fences == .calls ? 0 : 1)
        }
    }

    @Test func `the fences that go up one after another are all there are`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let kernel: Fences =
                SystemCall.landlockVersion > 0 ? .all : .all.subtracting(.files)
            var fences = Fences()
            fences.givePrivilegesUp()
            fences.closeFiles(memory: 1_000_000_000)
            fences.closeTheRest()
            _exit(Int32(fences.symmetricDifference(kernel).rawValue))
        }
    }
}
