import Foundation
import Glibc
import Testing

@testable import Ground

@Suite(.timeLimit(.minutes(10)))
struct KernelTextTests {
    @Test func `a small file is read whole, and a link or a pipe in its place is not`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, link, pipe) = (
            folder.path + "/file", folder.path + "/link", folder.path + "/pipe"
        )
        try Data("small".utf8).write(to: URL(filePath: file))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(Descriptor.smallFile(file) == Data("small".utf8))
        for path in [link, pipe, folder.path, folder.path + "/none"] {
            #expect(Descriptor.smallFile(path) == nil, "\(path)")
        }
    }

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
