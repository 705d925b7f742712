import Foundation
import TestSupport
import Transfer

/// An app that hands photos in and orders over HTTP, and asks again with the same key whatever becomes of the server.
struct Shopper: Sendable {
    private let ground: Ground
    private let notes: Notes
    private let token: String
    private let transport: CurlTransport

    /// An app with a token of its space.
    init(_ ground: Ground, _ notes: Notes, token: String) throws {
        guard let transport = CurlTransport() else { throw Failure.noTransport }
        self.ground = ground
        self.notes = notes
        self.token = token
        self.transport = transport
    }

    enum Failure: Error {
        case noTransport
    }

    /// Orders a headshot of a photo, and notes the ids that it reads; the same order again must be the same jobs.
    func order(_ photo: String, of person: String, key: String) async throws {
        let bytes = try Data(contentsOf: URL(filePath: "\(ground.folder)/\(photo)"))
        let handedIn = Request(
            path: "photos", headers: ["Content-Type: image/jpeg"], body: bytes, person: person)
        guard let upload: Upload = try await answer(handedIn) else { return }
        let order = Request(
            path: "jobs", headers: ["Content-Type: application/json", "Idempotency-Key: \(key)"],
            body: Data(
                #"{"photo_id":"\#(upload.id)","styles":["front-professional"],"force":true}"#.utf8),
            person: person)
        guard let first: Jobs = try await answer(order) else { return }
        notes.add { $0.printed += first.ids }
        if let second: Jobs = try await answer(order), second.ids != first.ids {
            complain("order \(key) was \(first.ids), and is \(second.ids)")
        }
        for id in first.ids {
            let look = Request(path: "jobs/\(id)", headers: [], body: nil, person: person)
            if let job: Named = try await answer(look), job.id != id {
                complain("job \(id) answers as \(job.id)")
            }
        }
    }

    /// Asks until there is an answer; nil for a refusal, which no server may give here.
    private func answer<Answer: Decodable>(_ request: Request) async throws -> Answer? {
        while true {
            try Task.checkCancellation()
            let exchange = await transport.carry(
                HTTPRequest(
                    url: "http://localhost/v1/\(request.path)",
                    headers: request.headers + [
                        "Authorization: Bearer \(token)", "x-user-id: \(request.person)",
                    ],
                    body: request.body, timeout: .seconds(30), answerLimit: 1_000_000,
                    bypassesProxies: true, isAlone: true, socketPath: ground.socket)
            ) { _ in }
            switch (exchange.status, exchange.end) {
            case (.some(200..<300), .complete):
                if let answer = try? JSONDecoder().decode(Answer.self, from: exchange.body) {
                    return answer
                }
            case (nil, _), (_, .failed), (429, _), (503, _):
                // It was killed, is not there yet, or has too much to do.
                try await Task.sleep(for: .milliseconds(100))
                continue
            default: break
            }
            let words = String(decoding: exchange.body, as: UTF8.self)
            complain("\(request.path): \(exchange.status ?? 0) \(words)")
            return nil
        }
    }

    private func complain(_ words: String) {
        notes.add { $0.badEnds.append("over HTTP, \(words)") }
    }

    private struct Request {
        let path: String
        let headers: [String]
        /// Nil only to look.
        let body: Data?
        let person: String
    }

    private struct Upload: Decodable {
        let id: String
    }

    private struct Named: Decodable {
        let id: String
    }

    private struct Jobs: Decodable {
        let jobs: [Named]
        var ids: [String] { jobs.map(\.id) }
    }
}
