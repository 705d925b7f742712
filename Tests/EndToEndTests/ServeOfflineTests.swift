import Foundation
import TestSupport
import Testing

/// A phone whose network comes and goes.
@Suite(.timeLimit(.minutes(10)))
struct ServeOfflineTests {
    private static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"

    @Test func `a phone that was offline may send twice, late, and in another order`() async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "journal", "--preset", "great", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in try await walk(server, token) }
        }
    }

    private func walk(_ server: ServerProcess, _ token: String) async throws {
        let moment: [String: Any] = [
            "client_id": "a", "text": "Called a friend",
            "happened_at": "2026-11-20T12:00:00Z",
        ]
        func send(_ more: [String: Any]) async throws -> ServerProcess.Answer {
            let body = try JSONSerialization.data(
                withJSONObject: moment.merging(more) { $1 })
            return try await server.post(
                "/v1/moments", String(decoding: body, as: UTF8.self), token: token,
                person: Self.anna)
        }
        let first = try await send([:])
        #expect(first.status == 201, "\(first.text)")
        let id = try #require(try first.json["id"] as? String)
        // The words and the second are the same.
        for more: [String: Any] in [
            ["submitted_at": "2026-11-21T09:00:00Z"], ["time_zone": "Asia/Tokyo"],
            ["photo_count": 3], ["happened_at": "2026-11-20T12:00:00.400+00:00"],
        ] {
            let again = try await send(more)
            #expect((again.status, try again.json["id"] as? String) == (200, id))
        }
        let other = try await send(["text": "Called two friends"])
        #expect(try other.problem == "key_reused")
        #expect(try (other.json["moment"] as? [String: Any])?["id"] as? String == id)
        #expect(try await send(["texts": "x"]).problem == "malformed")

        func changes(_ since: String?) async throws -> [String: Any] {
            let query = since.map { "?since=\($0)" } ?? ""
            let answer = try await server.send(
                "GET", "/v1/changes\(query)", token: token, person: Self.anna)
            #expect(answer.status == 200, "\(answer.text)")
            return try answer.json
        }
        let all = try await changes(nil)
        #expect((all["moments"] as? [Any])?.count == 1)
        let next = try #require(all["next"] as? String)
        #expect((try await changes(next)["moments"] as? [Any])?.isEmpty == true)
        let edited = try await server.send(
            "PATCH", "/v1/moments/\(id)", token: token, person: Self.anna,
            body: Data(
                #"{"text":"Called my sister","happened_at":"2026-11-19T12:00:00Z"}"#.utf8))
        #expect(edited.status == 200, "\(edited.text)")
        #expect(try edited.json["day"] as? String == "2026-11-19")
        #expect((try await changes(next)["moments"] as? [Any])?.count == 1)

        let removed = try await server.send(
            "DELETE", "/v1/moments/\(id)", token: token, person: Self.anna)
        #expect(removed.status == 204)
        #expect(try await send([:]).problem == "deleted")
        let gone = try await changes(next)["deleted"] as? [[String: Any]]
        #expect(gone?.map { $0["client_id"] as? String } == ["a"])
        for parameter in ["since", "after"] {
            let unknown = try await server.send(
                "GET", "/v1/changes?\(parameter)=zzz", token: token, person: Self.anna)
            #expect(try unknown.problem == "malformed")
            #expect(unknown.text.contains("'\(parameter)'"), "\(unknown.text)")
        }
    }
}
