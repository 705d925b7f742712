import CrashPoints
package import Foundation
import Glibc
import Ground

/// An open file of lines; a last line without an end was cut short by a crash and counts as not written.
package struct AppendOnlyFile: ~Copyable {
    private let path: String
    private let descriptor: CInt

    /// Opens a file for reading; `nil` if it does not exist.
    package init?(path: String) throws(JobQueueError) {
        let descriptor = unsafe open(path, O_RDONLY | Self.flags)
        if descriptor < 0, errno == ENOENT { return nil }
        try self.init(descriptor, path)
    }

    /// Opens a file for writing; creates it if needed.
    package init(making path: String) throws(JobQueueError) {
        try self.init(
            unsafe open(path, O_RDWR | O_CREAT | Self.flags, 0o600), path)
    }

    // A pipe would be waited for before it could be refused.
    private static let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK

    private init(_ descriptor: CInt, _ path: String) throws(JobQueueError) {
        guard descriptor >= 0 else { throw .disk(path: path, detail: SystemError.latest) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .disk(path: path, detail: "it is not a file")
        }
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// The last whole line, without its newline; reads from the end, so that the file's length does not matter.
    package borrowing func lastLine() throws(JobQueueError) -> Data? {
        let tail = try tail()
        guard tail.end > 0 else { return nil }
        return tail.line
    }

    /// The first line, if it is whole.
    package borrowing func firstLine() throws(JobQueueError) -> Data? {
        let start = try read(at: 0, count: min(size(), Self.chunk))
        return start.firstIndex(of: Self.newline).map { start[..<$0] }
    }

    /// All whole lines.
    package borrowing func lines() throws(JobQueueError) -> [Data] {
        try read(at: 0, count: tail().end).split(separator: Self.newline)
    }

    /// Writes whole lines after the last whole one and returns once they are on the disk.
    package borrowing func append(_ lines: Data) throws(JobQueueError) {
        let end = try tail().end
        let isNew = end == 0
        if try size() > end, ftruncate(descriptor, off_t(end)) != 0 { throw failure }
        guard Descriptor.write(lines, to: descriptor, at: end) else { throw failure }
        CrashPoint.reach(.journalWritten)
        guard fdatasync(descriptor) == 0 else { throw failure }
        guard isNew else { return }
        let folder = path.parentFolder
        guard Descriptor.sync(folder) else {
            throw .disk(path: folder, detail: SystemError.latest)
        }
    }

    /// The last whole line, and where it ends.
    private borrowing func tail() throws(JobQueueError) -> (line: Data, end: Int) {
        let size = try size()
        var length = min(size, Self.chunk)
        while true {
            let bytes = try read(at: size - length, count: length)
            let isWhole = length == size
            if let last = bytes.lastIndex(of: Self.newline) {
                let before = bytes[..<last]
                let start = before.lastIndex(of: Self.newline).map { $0 + 1 }
                if let start = start ?? (isWhole ? bytes.startIndex : nil) {
                    return (Data(before[start...]), size - length + last + 1)
                }
            } else if isWhole {
                return (Data(), 0)
            }
            length = min(size, length * 2)
        }
    }

    private borrowing func size() throws(JobQueueError) -> Int {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0 else { throw failure }
        return Int(size)
    }

    private borrowing func read(at offset: Int, count: Int) throws(JobQueueError) -> Data {
        let bytes = Descriptor.read(descriptor, at: offset, count: count)
        guard let bytes, bytes.count == count else { throw failure }
        return bytes
    }

    private var failure: JobQueueError { .disk(path: path, detail: SystemError.latest) }

    /// In bytes; a few dozen lines.
    private static let chunk = 4096
    private static let newline = UInt8(ascii: "\n")
}
