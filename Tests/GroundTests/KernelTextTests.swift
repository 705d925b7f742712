import Foundation
import Glibc
import Testing

@testable import Ground

@Suite(.timeLimit(.minutes(10)))
struct KernelTextTests {
    @Test func `a file of the kernel that is longer than a page is read to its end`() throws {
        // Neighbours that differ in their rights are lines of their own.
        let pages = unsafe (0..<400).map { number in
            unsafe mmap(
                nil, 4096, number % 2 == 0 ? PROT_READ : PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        }
        defer { unsafe pages.forEach { unsafe munmap($0, 4096) } }
        let maps = try #require(Descriptor.kernelText("/proc/self/maps"))
        #expect(maps.utf8.count > 4 * 4096)
        #expect(maps.hasSuffix("\n"))
        // The kernel lists the main thread's stack near the end.
        #expect(maps.contains("[stack]"))
    }

    @Test func `a file of the kernel that is missing has no text`() {
        #expect(Descriptor.kernelText("/proc/self/no-such-file") == nil)
    }
}
