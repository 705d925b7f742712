import CIsolation
import Foundation
import Glibc
import Testing

/// What becomes of a thread that was there before another one raises a fence.
@Suite(.timeLimit(.minutes(10)))
struct OlderThreadTests {
    @Test func `seccomp holds for threads that were there before, whatever its process may do`()
        async
    {
        await #expect(processExitsWith: .exitCode(ENOSYS)) {
            Self.exitFromOlderThread(behind: HEADSHOT_COMPUTES)
        }
        await #expect(processExitsWith: .exitCode(ENOSYS)) {
            Self.exitFromOlderThread(behind: HEADSHOT_READS_FILES)
        }
        await #expect(processExitsWith: .exitCode(ENOSYS)) {
            Self.exitFromOlderThread(behind: HEADSHOT_FORKS)
        }
    }

    /// Ends this process with the error that an older thread gets from a call which the fence of a role refuses.
    private static func exitFromOlderThread(behind role: headshot_role) -> Never {
        let isUp = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            isUp.wait()
            // Not a call that opens something: the limit of descriptors holds for all threads, and would hide that
            // seccomp does not.
            _exit(unsafe rmdir("/no-such-folder") == 0 ? 0 : errno)
        }
        guard headshot_fence_calls(role) != 0 else { _exit(1) }
        isUp.signal()
        while true { sleep(60) }
    }
}
