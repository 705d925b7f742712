import Foundation
import Glibc
import Isolation
import Testing

/// What fences leave of a process; each test has one of its own to lock in.
struct FencesTests {
    @Test func `A fence that the kernel refuses is missing, and the others stand`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var fences = Fences()
            fences.closeTheRest()
            // Behind that one, the kernel has neither Landlock nor new limits.
            fences.closeFiles(memory: 1_000_000_000)
            _exit(fences == .calls ? 0 : 1)
        }
    }

    @Test func `Behind the limits, no file grows and memory ends`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let file = unsafe tmpfile().map { unsafe fileno($0) } ?? -1
            signal(SIGXFSZ, SIG_IGN)
            var fences = Fences()
            fences.closeFiles(memory: 1_000_000_000)
            guard fences.contains(.resources), file >= 0 else { _exit(1) }
            guard unsafe write(file, "x", 1) < 0, errno == EFBIG else { _exit(2) }
            _exit(unsafe malloc(2_000_000_000) == nil ? 0 : 3)
        }
    }

    @Test func `What only an attacker wants ends the process`() async {
        await #expect(processExitsWith: .signal(SIGSYS)) {
            var fences = Fences()
            fences.givePrivilegesUp()
            fences.closeTheRest()
            _ = kill(getppid(), SIGTERM)
        }
    }
}
