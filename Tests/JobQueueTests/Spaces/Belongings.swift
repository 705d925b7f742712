import Foundation

@testable import Companion
@testable import Invites
@testable import JobQueue

/// What a person has in a space: rows have the owner in their names, and the names that clients choose are the same for all.
struct Belongings: Sendable {
    let person: Person

    /// A text that is part of every value of the person.
    var mark: String { "\(person.space)-\(person)" }
    /// Some JSON.
    var json: String { #"{"of":"\#(mark)"}"# }
    /// So much JSON that it is stored in short form.
    var longJSON: String { #"{"of":"\#(String(repeating: mark, count: 100))"}"# }
    /// The kind of every question.
    static let kind = JobKind(rawValue: "praise")
    static let digest = String(repeating: "d", count: 64)

    /// The name of a row, or of a photo without its digest.
    func name(_ sort: String) -> String { "\(mark)-\(sort)" }

    /// A photo, whose bytes are the same for all.
    func photo(_ sort: String) -> String { "\(TestQueue.photo).\(name(sort))" }

    func question(_ key: String, photo: String? = nil) -> Question {
        var question = Question(
            key: key, kind: Self.kind, payload: json, provider: TestQueue.draft.provider,
            fleeting: Fleeting(until: TestQueue.now + 600, dailyLimit: 9))
        question.photo = photo
        return question
    }

    var upload: Upload { upload("upload") }

    func upload(_ sort: String) -> Upload {
        Upload(
            id: name(sort), person: person, photo: photo(sort), name: mark, verdict: json,
            created: TestQueue.now)
    }

    var order: NewJob {
        var job = NewJob.some(person, key: "order", photo: photo("upload"))
        job.payload = json
        return job
    }

    var scan: Scan {
        Scan(
            id: name("scan"), person: person, key: "scan", digest: Self.digest,
            answer: Scan.sampleAnswer.replacing(
                "{\"score\"", with: "{\"of\":\"\(mark)\",\"score\""),
            photo: photo("scan"), sidePhoto: photo("side"), created: TestQueue.now)
    }

    var moment: Moment {
        Moment(
            id: name("moment"), person: person, client: "moment", digest: Self.digest,
            day: TestQueue.today, happened: TestQueue.now, submitted: TestQueue.now,
            said: Moment.Said(
                text: mark, note: nil, mood: nil, photos: 0, zone: "GMT", answer: reply))
    }

    var reply: Moment.Reply { Moment.Reply(reading: "light", text: mark, isOfPool: true) }

    func turn(_ role: Turn.Role) -> Turn {
        Turn(
            id: name(role.rawValue), person: person, role: role, client: "turn",
            digest: Self.digest, said: TestQueue.now,
            words: Turn.Content(text: mark, goesToModels: true))
    }

    /// The secret of a link of the person.
    func secret(_ sort: String) throws -> LinkSecret { try .of(name(sort)) }

    var tip: Tip.Said { Tip.Said(title: mark, body: mark, part: "light") }

    func event(_ sort: String, _ change: StoreEvent.Change) -> StoreEvent {
        StoreEvent(
            id: "\(sort) of \(person)", moment: TestQueue.now, names: [StoreName(person)],
            change: change)
    }

    var purchase: Purchase {
        Purchase(transaction: "purchase of \(person)", product: "month")
    }

    /// A token of a space; those of all spaces are made from the same random bytes.
    static func token(of space: Space, _ byte: UInt8 = 1) -> AccessToken {
        AccessToken(for: space, random: Data(repeating: byte, count: 32))
    }

    /// The job that was ordered.
    func job(_ queue: TestQueue) async throws -> Job? {
        try await queue.store.job(of: person, keys: ["order"])
    }

    /// A delivery about one of the person's jobs.
    func delivery(
        _ queue: TestQueue, _ state: Delivery.State = .pending
    ) async throws -> Delivery? {
        try await queue.store.undelivered(of: person.space, limit: 100)
            .first { $0.job != nil && $0.person == person && $0.state == state }
    }
}
