import Foundation
import Generation
import Glibc
import JobQueue

/// Paid answers, kept until they are saved: what was paid for is never thrown away.
struct Spool: Sendable {
    let folder: String

    /// The metadata of a spooled answer; the first line of its file.
    struct Header: Codable, Sendable, Equatable {
        var job: JobID
        var charge: Int64
        /// The MIME type of the wanted answer; `nil` for any other body.
        var mimeType: String?
        var text: String?
        var receipt: Receipt?
        var cost: Int?
        /// Why the body is not a headshot; `nil` if it is one.
        var failure: Failure?
    }

    /// Why the job of an answer without a headshot fails.
    struct Failure: Codable, Sendable, Equatable {
        var reason: FailureReason
        var detail: String?
    }

    /// A spooled answer.
    struct Entry: Sendable, Equatable {
        var header: Header
        /// The headshot's file, or the answer's body as it came.
        var body: Data
    }

    /// Keeps an answer; when this returns, it survives a power cut.
    func keep(_ entry: Entry) async throws(WorkerError) {
        try await FileLane.run { [self] () throws(WorkerError) in
            guard var bytes = try? JSONEncoder().encode(entry.header) else {
                throw .disk(path: folder, detail: "an answer's header is not JSON")
            }
            bytes.append(Self.newline)
            bytes.append(entry.body)
            try DurableFile.replace(path(of: entry.header.charge, for: entry.header.job), bytes)
        }
    }

    /// Throws if files cannot be written, or the disk may be too full to keep one more answer.
    func checkRoom() async throws(WorkerError) {
        try await FileLane.run { [self] () throws(WorkerError) in
            try DurableFile.checkWritable(folder)
            var disk = statvfs()
            guard unsafe statvfs(folder, &disk) == 0 else {
                throw .disk(path: folder, detail: unsafe String(cString: strerror(errno)))
            }
            let free = Int(disk.f_bavail) * Int(disk.f_frsize)
            guard free >= Self.room else {
                let detail = """
                    \(free / 1_000_000) MB are free, and \(Self.room / 1_000_000) MB must be before an \
                    answer is paid for
                    """
                throw .disk(path: folder, detail: detail)
            }
        }
    }

    /// The answer of a job's charge; `nil` if there is none.
    func entry(of charge: Int64, for job: JobID) async throws(WorkerError) -> Entry? {
        try await FileLane.run { [self] () throws(WorkerError) in
            guard let bytes = try DurableFile.read(path(of: charge, for: job)),
                let header = Self.header(of: bytes), header.job == job, header.charge == charge,
                let end = bytes.firstIndex(of: Self.newline)
            else { return nil }
            return Entry(header: header, body: Data(bytes[bytes.index(after: end)...]))
        }
    }

    /// Removes an answer that is saved.
    func remove(_ charge: Int64, of job: JobID) async throws(WorkerError) {
        try await FileLane.run { [self] () throws(WorkerError) in
            try DurableFile.remove(path(of: charge, for: job))
        }
    }

    /// The complete answers, and the unreadable files, each with its path and error.
    func answers() async throws(WorkerError) -> (
        answers: [SpooledAnswer], unusable: [String: String]
    ) {
        try await FileLane.run { [self] () throws(WorkerError) in
            var answers: [SpooledAnswer] = []
            var unusable: [String: String] = [:]
            for name in try names().sorted() where name.hasSuffix(Self.suffix) {
                do throws(WorkerError) {
                    answers += [try answer(in: name)].compactMap(\.self)
                } catch .unusableFile(let path, let detail) {
                    unusable[path] = detail
                } catch {
                    throw error
                }
            }
            return (answers, unusable)
        }
    }

    /// The answers of one job; throws if one cannot be read.
    func answers(of job: JobID) async throws(WorkerError) -> [SpooledAnswer] {
        try await FileLane.run { [self] () throws(WorkerError) in
            var answers: [SpooledAnswer] = []
            for name in try names().sorted()
            where name.hasPrefix("\(job)-") && name.hasSuffix(Self.suffix) {
                answers += [try answer(in: name)].compactMap(\.self)
            }
            return answers
        }
    }

    private func answer(in name: String) throws(WorkerError) -> SpooledAnswer? {
        guard let bytes = try DurableFile.read("\(folder)/\(name)"),
            let header = Self.header(of: bytes)
        else { return nil }
        return SpooledAnswer(
            job: header.job, charge: header.charge, cost: header.cost,
            receipt: header.receipt?.json)
    }

    private func names() throws(WorkerError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .disk(path: folder, detail: (error as NSError).localizedDescription)
        }
    }

    private static func header(of bytes: Data) -> Header? {
        guard let end = bytes.firstIndex(of: newline) else { return nil }
        return try? JSONDecoder().decode(Header.self, from: bytes[..<end])
    }

    /// In bytes: the largest headshot twice, in the spool and among the results.
    private static let room = 64_000_000

    private static let suffix = ".answer"
    private static let newline = UInt8(ascii: "\n")

    private func path(of charge: Int64, for job: JobID) -> String {
        "\(folder)/\(job)-\(charge)\(Self.suffix)"
    }
}

extension Receipt {
    /// The receipt as stored in the queue.
    var json: String? { JSON.text(self) }
}
