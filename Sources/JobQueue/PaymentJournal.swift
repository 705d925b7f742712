import Foundation
import Glibc

/// The money's own record outside the database, one synced JSON line for each thing that happened to a charge.
///
/// A database that is restored from a copy forgets what was paid since; this file does not.
struct PaymentJournal: Sendable {
    let path: String

    struct Line: Encodable {
        let at: Int64
        let job: JobID
        let charge: Int64
        let state: ChargeState
        let provider: String
        let model: String
    }

    /// Appends a line and returns once it is on the disk.
    func append(_ line: Line) throws(JobQueueError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(line) else {
            throw .refused(detail: "a payment cannot be written as JSON")
        }
        let isNew = unsafe access(path, F_OK) != 0
        let descriptor = unsafe open(
            path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .disk(path: path, detail: errnoText()) }
        defer { close(descriptor) }
        // A power cut can leave half a line; the next one must not be glued to it.
        let start = Self.endsInLine(descriptor) ? "" : "\n"
        let bytes = Data(start.utf8) + json + Data("\n".utf8)
        let written = unsafe bytes.withUnsafeBytes {
            unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        guard written == bytes.count, fdatasync(descriptor) == 0 else {
            throw .disk(path: path, detail: errnoText())
        }
        if isNew { try syncFolder() }
    }

    /// Whether a file is empty or ends with a whole line.
    private static func endsInLine(_ descriptor: CInt) -> Bool {
        let size = lseek(descriptor, 0, SEEK_END)
        var last = UInt8(ascii: "\n")
        if size > 0 { _ = unsafe pread(descriptor, &last, 1, size - 1) }
        return last == UInt8(ascii: "\n")
    }

    private func syncFolder() throws(JobQueueError) {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .disk(path: folder, detail: errnoText()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .disk(path: folder, detail: errnoText()) }
    }
}
