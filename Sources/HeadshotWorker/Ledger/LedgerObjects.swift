import CrashPoints
import Foundation
import Ground
import JobQueue
import ObjectStore

/// The records of an ``ObjectLedger``: one object that lets one request of an attempt be sent, and one for each outcome that
/// is known of its charge.
///
/// A server that is restored or replaced forgets what was written since; these objects do not. Their names are made of what
/// a restored job still knows, so that it meets them again:
/// `payments/<day of the submit>/<job>-<attempt>.<charge|paid|free|unknown>`.
struct LedgerObjects: Sendable {
    let objects: any ObjectStore

    /// What the store knows beyond the queue.
    struct News: Sendable {
        var notes: [PaymentNote] = []
        /// The objects that cannot be read, with the reasons.
        var unreadable: [String: String] = [:]
    }

    /// How far a server's queue had come when that was last kept.
    enum Anchor: Sendable {
        case none
        case at(QueuePosition)
        /// The object is there and cannot be read, so the server may have been put back.
        case unreadable
    }

    /// The outcome of an attempt to make a fence.
    enum Raised: Sendable {
        case made
        /// Another fence was there.
        case found(Fence)
        /// Something was there that cannot be read: a request may have been sent.
        case unreadable
    }

    /// The object that lets one request be sent; the first who makes it decides.
    struct Fence: Codable, Equatable {
        var note: PaymentNote
        /// Whether it is there so that no request is ever sent.
        var isVoid: Bool
    }

    /// Keeps what is known of a charge's money by now.
    func write(_ note: PaymentNote) async throws(StorageError) {
        try await objects.prepare(Self.folder(of: note.name))
        try await objects.replace(Self.key(note.name, note.state.rawValue), Self.bytes(of: note))
        CrashPoint.reach(.paymentWritten)
    }

    /// What the store knows of the payments for jobs that were submitted on some days and that `known` does not say.
    ///
    /// - Parameter moment: When the first day begins; see ``beginning(ofDay:)``.
    func news(
        since moment: Date, until now: Date, unlike known: [PaymentName: ChargeState]
    ) async throws(StorageError) -> News {
        var words: [PaymentName: Set<String>] = [:]
        for day in Self.days(from: moment, to: now) {
            let folder = ObjectFolder(objects: objects, prefix: "payments/\(day)/")
            for object in try await folder.list() {
                guard let (name, word) = Self.parts(of: object.name) else { continue }
                words[name, default: []].insert(word)
            }
        }
        var news = News()
        for (name, words) in words.sorted(by: {
            ($0.key.job, $0.key.attempt) < ($1.key.job, $1.key.attempt)
        }) {
            // What is known for sure comes before what is not.
            let word = ["paid", "free", "unknown"].first(where: words.contains) ?? Self.fence
            let state = ChargeState(rawValue: word) ?? .started
            guard PaymentNote.isNews(state, to: known[name]) else { continue }
            if word != Self.fence {
                let note = try await readable(PaymentNote.self, name, word, &news)
                if let note, note.name == name {
                    news.notes.append(note)
                    continue
                }
            }
            // The name alone says that the request was paid, free or unknown; the fence says whose it was.
            guard words.contains(Self.fence),
                let fence = try await readable(Fence.self, name, Self.fence, &news), !fence.isVoid,
                fence.note.name == name
            else { continue }
            news.notes.append(fence.note.with(state))
        }
        return news
    }

    /// Reads an object; `nil`, and noted, if it cannot be read, so that it hides no other payment.
    private func readable<Value: Decodable>(
        _ type: Value.Type, _ name: PaymentName, _ word: String, _ news: inout News
    ) async throws(StorageError) -> Value? {
        let key = Self.key(name, word)
        do throws(StorageError) {
            // Removed meanwhile.
            guard let bytes = try await objects.read(key) else { return nil }
            if let value = Self.decoded(type, bytes) { return value }
            news.unreadable[objects.locator(of: key)] = "it is damaged"
        } catch .unusable(let place, let detail) {
            news.unreadable["\(place)"] = detail
        }
        return nil
    }

    /// Keeps how far a server's queue has come.
    func write(_ position: QueuePosition) async throws(StorageError) {
        try await objects.prepare("meta/")
        try await objects.replace(Self.anchorKey, Self.bytes(of: position))
    }

    /// How far a server's queue had come when that was last kept.
    func anchor() async throws(StorageError) -> Anchor {
        try await objects.prepare("meta/")
        do throws(StorageError) {
            guard let bytes = try await objects.read(Self.anchorKey) else { return .none }
            return Self.decoded(QueuePosition.self, bytes).map(Anchor.at) ?? .unreadable
        } catch .unusable {
            return .unreadable
        }
    }

    private static let anchorKey = "meta/anchor"

    /// The outcome of one charge, as far as the store knows it.
    func outcome(of name: PaymentName) async throws(StorageError) -> ChargeState? {
        for state in [ChargeState.paid, .free, .unknown] {
            if try await objects.size(Self.key(name, state.rawValue)) != nil { return state }
        }
        return nil
    }

    /// The place of the object that lets a charge's request be sent, for people.
    func place(ofFence name: PaymentName) -> String {
        objects.locator(of: Self.key(name, Self.fence))
    }

    /// Creates a fence.
    func raise(_ fence: Fence) async throws(StorageError) -> Raised {
        let key = Self.key(fence.note.name, Self.fence)
        try await objects.prepare(Self.folder(of: fence.note.name))
        do throws(StorageError) {
            if try await objects.create(key, Self.bytes(of: fence)) {
                CrashPoint.reach(fence.isVoid ? .fenceVoided : .fenceRaised)
                return .made
            }
            guard let bytes = try await objects.read(key),
                let other = Self.decoded(Fence.self, bytes), other.note.name == fence.note.name
            else { return .unreadable }
            return .found(other)
        } catch .unusable {
            return .unreadable
        }
    }

    private static let fence = "charge"

    private static func key(_ name: PaymentName, _ word: String) -> String {
        "\(folder(of: name))\(name.job)-\(name.attempt).\(word)"
    }

    private static func folder(of name: PaymentName) -> String {
        "payments/\(day(of: name.job.submitted))/"
    }

    private static func parts(of name: String) -> (PaymentName, word: String)? {
        guard let parts = name.wholeMatch(of: /([a-z0-9]+)-(\d+)\.([a-z]+)/),
            let job = JobID(String(parts.1)), let attempt = Int(parts.2)
        else { return nil }
        return (PaymentName(job: job, attempt: attempt), String(parts.3))
    }

    /// A day of UTC, as `2026-11-21`.
    private static func day(of moment: Date) -> String {
        moment.formatted(.iso8601.year().month().day())
    }

    /// When a moment's day of UTC began.
    static func beginning(ofDay moment: Date) -> Date {
        let seconds = moment.timeIntervalSince1970
        return Date(
            timeIntervalSince1970: seconds - seconds.truncatingRemainder(dividingBy: 86_400))
    }

    private static func days(from first: Date, to last: Date) -> [String] {
        // One more: names of jobs may be a little ahead of the time.
        stride(from: first, through: last + 2 * 86_400, by: 86_400).map(day)
    }

    private static func bytes(of value: some Encodable) throws(StorageError) -> Data {
        guard let bytes = try? JSONEncoder.ordered.encode(value) else {
            throw .unusable(place: .file("payments"), detail: "a payment is not JSON")
        }
        return bytes
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: Data) -> Value? {
        try? JSONDecoder().decode(type, from: bytes)
    }
}
