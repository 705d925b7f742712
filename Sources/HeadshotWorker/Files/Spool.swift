import Foundation
import Generation
import Ground
import JobQueue
import ObjectStore
import Validation

/// Paid answers, kept until they are saved: what was paid for is never thrown away.
struct Spool: Sendable {
    private let objects: any ObjectStore
    /// This machine, for as long as the store takes nothing; `nil` if it is the store.
    private let spare: (any ObjectStore)?

    init(home: HeadshotHome) {
        objects = home.objects
        spare = home.spare
    }

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
        /// Whether the body is the whole answer, in which a headshot is looked for; `nil` is no.
        var isWhole: Bool?
    }

    struct Failure: Codable, Sendable, Equatable {
        var reason: FailureReason
        var detail: String?
    }

    struct Entry: Sendable, Equatable {
        var header: Header
        /// The headshot's file, or the answer's body as it came.
        var body: Data

        /// What may be the headshot, in the order in which it is tried.
        ///
        /// - Parameter provider: The one that answered.
        func candidates(of provider: String) -> [Candidate] {
            guard header.isWhole == true else {
                return [Candidate(picture: body, mimeType: header.mimeType, isAlone: true)]
            }
            let pictures = KeptBody.pictures(in: body, of: provider) { picture in
                HeaderInspector.inspect(picture, limits: .headshot).isAccepted
            }
            return pictures.map {
                Candidate(picture: $0.data, mimeType: $0.mimeType, isAlone: $0.isAlone)
            }
        }
    }

    /// A picture of an answer.
    struct Candidate: Sendable {
        let picture: Data
        let mimeType: String?
        /// Whether the answer has no other picture that is worth keeping.
        let isAlone: Bool
    }

    /// Keeps an answer; when this returns, it survives a power cut.
    ///
    /// If the store does not take it, this machine keeps it when this throws, for ``upload()`` or another try.
    func keep(_ entry: Entry) async throws(StorageError) {
        let key = Self.key(entry.header.charge, of: entry.header.job)
        guard var bytes = try? JSONEncoder().encode(entry.header) else {
            throw .unusable(place: objects.place(of: key), detail: "an answer's header is not JSON")
        }
        bytes.append(Self.newline)
        bytes.append(entry.body)
        do throws(StorageError) {
            try await objects.replace(key, bytes)
        } catch {
            // If this fails as well, what the store said is what matters.
            try? await spare?.replace(key, bytes)
            throw error
        }
        // An earlier try may have left it here; if it stays, it is brought to the store once more, and removed there.
        try? await spare?.remove([key], isLasting: false)
    }

    /// Whether this machine keeps an answer that the store did not take.
    func isHere(_ entry: Entry) async -> Bool {
        let key = Self.key(entry.header.charge, of: entry.header.job)
        return (try? await spare?.size(key)) ?? nil != nil
    }

    /// Puts what is kept on this machine into the store.
    ///
    /// - Returns: The places of answers that cannot be read, with what the disk says of each.
    func upload() async throws(StorageError) -> [String: String] {
        guard let spare else { return [:] }
        var unusable: [String: String] = [:]
        for object in try await spare.list(Self.folder) where object.key.hasSuffix(Self.suffix) {
            do throws(StorageError) {
                guard let bytes = try await spare.read(object.key) else { continue }
                try await objects.replace(object.key, bytes)
                try await spare.remove([object.key])
            } catch .unusable(let place, let detail) {
                unusable["\(place)"] = detail
            }
        }
        return unusable
    }

    /// Throws if the disk does not take files, or may be too full to keep one more answer.
    func checkRoom() async throws(StorageError) {
        try await objects.checkRoom(for: Self.room)
        try await spare?.checkRoom(for: Self.room)
    }

    func entry(of charge: Int64, for job: JobID) async throws(StorageError) -> Entry? {
        guard let bytes = try await objects.read(Self.key(charge, of: job)),
            let header = Self.header(of: bytes), header.job == job, header.charge == charge,
            let end = bytes.firstIndex(of: Self.newline)
        else { return nil }
        return Entry(header: header, body: Data(bytes[bytes.index(after: end)...]))
    }

    /// Forgets an answer that is saved; if a power cut brings it back, the next worker that starts removes it.
    func remove(_ charge: Int64, of job: JobID) async throws(StorageError) {
        try await objects.remove([Self.key(charge, of: job)], isLasting: false)
    }

    /// The answers that are here, and the places of those that cannot be read, with what the disk says of each.
    func answers() async throws(StorageError) -> (
        answers: [SpooledAnswer], unusable: [String: String]
    ) {
        var answers: [SpooledAnswer] = []
        // Another machine sees what is in the store only.
        var unusable = try await upload()
        for object in try await objects.list(Self.folder) where object.key.hasSuffix(Self.suffix) {
            do throws(StorageError) {
                answers += [try await answer(at: object.key)].compactMap(\.self)
            } catch .unusable(let place, let detail) {
                unusable["\(place)"] = detail
            }
        }
        return (answers, unusable)
    }

    /// The answers of one job; throws if one cannot be read.
    func answers(of job: JobID) async throws(StorageError) -> [SpooledAnswer] {
        _ = try await upload()
        var answers: [SpooledAnswer] = []
        for object in try await objects.list("\(Self.folder)\(job)-")
        where object.key.hasSuffix(Self.suffix) {
            guard let found = try await answer(at: object.key) else { continue }
            // A file that was copied to this name still names the job that it belongs to.
            if found.job == job { answers.append(found) }
        }
        return answers
    }

    private func answer(at key: String) async throws(StorageError) -> SpooledAnswer? {
        // The body is read once the job goes on: there may be many answers.
        guard var bytes = try await objects.read(key, atMost: Self.usualHeader) else { return nil }
        if bytes.count == Self.usualHeader, !bytes.contains(Self.newline) {
            bytes = try await objects.read(key) ?? bytes
        }
        guard let header = Self.header(of: bytes) else { return nil }
        return SpooledAnswer(
            job: header.job, charge: header.charge, cost: header.cost,
            receipt: header.receipt?.json)
    }

    private static func header(of bytes: Data) -> Header? {
        guard let end = bytes.firstIndex(of: newline),
            var header = try? JSONDecoder().decode(Header.self, from: bytes[..<end])
        else { return nil }
        header.cost = header.cost?.clamped(to: Int.money)
        return header
    }

    /// In bytes: the largest answer in the spool, and its headshot among the results.
    private static let room = 64_000_000

    /// In bytes: more than all but the longest words of a model.
    private static let usualHeader = 65_536

    private static let folder = "spool/"
    private static let suffix = ".answer"
    private static let newline = UInt8(ascii: "\n")

    private static func key(_ charge: Int64, of job: JobID) -> String {
        "\(folder)\(job)-\(charge)\(suffix)"
    }
}

extension Receipt {
    var json: String? { JSON.text(self) }
}
