import Foundation
import Ground
import Glibc
import TestSupport

/// The memory of another process, as a core file of it would have it.
enum ProcessMemory {
    /// Whether this process may read the memory of a program that it started.
    static func canBeRead() async -> Bool {
        let size = try? await Program(path: "/usr/bin/sleep").withRunning(["60"]) { program in
            try write(of: program.processID, to: "/dev/null")
        }
        return size ?? 0 > 0
    }

    /// Writes all that a process can read into a file, but what is zero; returns how many bytes.
    ///
    /// A process that goes on, or ends meanwhile, leaves a part.
    @discardableResult
    static func write(of process: pid_t, to path: String) throws -> Int {
        guard let maps = Descriptor.kernelText("/proc/\(process)/maps") else {
            throw CocoaError(.fileReadNoPermission)
        }
        let memory = unsafe open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw CocoaError(.fileReadNoPermission) }
        defer { close(memory) }
        if path != "/dev/null" {
            try Data().write(to: URL(filePath: path))
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        let zero = [UInt8](repeating: 0, count: 65_536)
        var bytes = zero
        var written = 0
        for line in maps.split(separator: "\n") {
            guard let range = line.prefixMatch(of: /([0-9a-f]+)-([0-9a-f]+) r/),
                var place = off_t(range.1, radix: 16), let end = off_t(range.2, radix: 16)
            else { continue }
            while place < end {
                // Some of what is mapped is not there, such as what is behind the end of a file.
                let count = unsafe pread(memory, &bytes, min(bytes.count, end - place), place)
                guard count > 0 else { break }
                place += count
                if unsafe memcmp(bytes, zero, count) == 0 { continue }
                try file.write(contentsOf: bytes[..<count])
                written += count
            }
        }
        return written
    }

    /// Whether bytes are in a file that was written so.
    static func holds(_ path: String, _ bytes: Data) throws -> Bool {
        try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe).range(of: bytes) != nil
    }
}
