import Hashing
import Foundation
import Glibc
import Ground

/// One generation request in the ledger, without the key and the photo themselves.
///
/// It begins as a request that the service's own checks refused.
struct LedgerEntry: Sendable, Encodable {
    /// From 1, in order of arrival.
    var seq = 0
    var timeMilliseconds: Int64 = 0
    /// The header with the client's id of the request, if present.
    let requestID: String?
    let model: String
    /// The hash of the photo as sent.
    var photo: String?
    /// The hash of the prompt.
    var prompt: String?
    /// The first 8 digits of the hash of the key.
    let keyFingerprint: String?
    /// The answer's name in a scenario.
    var answer = "refused"
    /// The HTTP status; nil if none will be sent.
    var status: Int?
    /// Whether the real service would bill it, or "unknown".
    var charged: JSONValue = false
    /// The hash of the picture in the answer, if it has one.
    var picture: String?

    init(model: String, key: String?, requestID: String?) {
        self.model = model
        self.requestID = requestID
        keyFingerprint = key.map { String(sha256(Data($0.utf8)).prefix(8)) }
    }
}

/// All requests as JSON lines, in memory and, optionally, in a file.
struct Ledger: ~Copyable {
    private(set) var lines = ""
    private(set) var count = 0
    private let descriptor: Int32?

    /// Creates a ledger that appends to the file at `path`, creating it if missing; nil keeps it in memory only.
    init(path: String?) throws(LedgerError) {
        guard let path else {
            descriptor = nil
            return
        }
        let opened = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw .cannotOpen(path: path, errno: errno) }
        descriptor = opened
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Numbers the entry and writes its line with one `write`, so that a reader never sees half a line.
    mutating func append(_ entry: LedgerEntry) throws(LedgerError) {
        var entry = entry
        entry.seq = count + 1
        guard let json = try? JSONEncoder.ordered.encode(entry) else {
            throw .cannotWrite(errno: EINVAL)
        }
        let line = json + [UInt8(ascii: "\n")]
        if let descriptor, !Descriptor.write(line, to: descriptor) {
            throw .cannotWrite(errno: errno)
        }
        lines += String(decoding: line, as: UTF8.self)
        count += 1
    }
}

enum LedgerError: Error, Sendable, Equatable {
    case cannotOpen(path: String, errno: Int32)
    case cannotWrite(errno: Int32)
}

func sha256(_ bytes: Data) -> String {
    SHA256.hash(data: bytes).hexadecimal
}
