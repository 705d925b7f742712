import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import HeadshotServer

/// How large a body with photos may be, whatever its bytes are for.
@Suite(.timeLimit(.minutes(1)))
struct PhotoBodyTests {
    private static let most = 7_000_000
    private static let header = "Content-Disposition: form-data; name="

    /// Reads a body of parts; returns how many bytes of each arrived.
    private func read(
        _ body: String, parts: [String], length: String? = nil
    ) async throws -> [String: Int] {
        var fields: HTTPFields = [.contentType: "multipart/form-data; boundary=line"]
        fields[.contentLength] = length
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: fields)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
        var counts: [String: Int] = [:]
        try await PhotoBody(request, parts: parts).read { part, piece in
            counts[part, default: 0] += piece.count
        }
        return counts
    }

    private func filler(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test func `as many photos fit as there are parts`() async throws {
        let front = "--line\r\n\(Self.header)front\r\n\r\n\(filler(Self.most))\r\n"
        let side = "--line\r\n\(Self.header)side\r\n\r\n\(filler(Self.most))\r\n"
        let both = try await read(front + side + "--line--\r\n", parts: ["front", "side"])
        #expect(both == ["front": Self.most, "side": Self.most])
        let one = try await read(front + "--line--\r\n", parts: ["front"])
        #expect(one == ["front": Self.most])
    }

    @Test(arguments: [
        // Before the first boundary, behind the last one, in the headers of a part, and behind a boundary.
        (20_000, 0, 0, 0), (0, 20_000, 0, 0), (0, 0, 4000, 20_000), (8000, 8000, 4000, 0),
    ])
    func `what is around the photo counts`(
        before: Int, behind: Int, header: Int, blanks: Int
    ) async throws {
        func body(photo: Int) -> String {
            filler(before) + "\r\n--line" + String(repeating: " ", count: blanks)
                + "\r\na: \(filler(header))\r\n\(Self.header)front\r\n\r\n" + filler(photo)
                + "\r\n--line--\r\n" + filler(behind)
        }
        // As much as two photos may have, without the second.
        let most = PhotoBody.mostBytes - Self.most
        let photo = most - body(photo: 0).utf8.count
        let largest = try await read(body(photo: photo), parts: ["front"])
        #expect(largest == ["front": photo])
        await #expect(throws: Refusal.self) {
            try await read(body(photo: photo + 1), parts: ["front"])
        }
    }

    @Test func `a body that is announced to be too large is not read`() async throws {
        let body = "--line\r\n\(Self.header)front\r\n\r\na\r\n--line--"
        for length in ["9223372036854775807", "9223372036854775808", "\(PhotoBody.mostBytes)"] {
            await #expect(throws: Refusal.self) {
                try await read(body, parts: ["front"], length: length)
            }
        }
        let counts = try await read(body, parts: ["front"], length: "\(body.utf8.count)")
        #expect(counts == ["front": 1])
    }
}
