import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import Validation

@testable import HeadshotServer

/// How large a body with photos may be, whatever its bytes are for.
@Suite(.timeLimit(.minutes(10)))
struct PhotoBodyTests {
    private static let most = 7_000_000
    private static let header = "Content-Disposition: form-data; name="

    /// Reads a body of parts; returns how many bytes of each arrived.
    private func read(
        _ body: String, parts: [String], length: String? = nil, limits: PhotoLimits = .standard
    ) async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        try await photoBody(body, parts: parts, length: length, limits: limits).read {
            part, piece in
            counts[part, default: 0] += piece.count
        }
        return counts
    }

    private func photoBody(
        _ body: String = "", parts: [String], length: String?, limits: PhotoLimits
    ) -> PhotoBody {
        var fields: HTTPFields = [.contentType: "multipart/form-data; boundary=line"]
        fields[.contentLength] = length
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: fields)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
        return PhotoBody(request, parts: parts, limits: limits)
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
        let photo = PhotoBody.room(1) - body(photo: 0).utf8.count
        let largest = try await read(body(photo: photo), parts: ["front"])
        #expect(largest == ["front": photo])
        await #expect(throws: Refusal.self) {
            try await read(body(photo: photo + 1), parts: ["front"])
        }
    }

    @Test func `a photo has more room only where larger ones are made smaller`() async throws {
        let body =
            "--line\r\n\(Self.header)front\r\n\r\n\(filler(Self.most + 1))\r\n--line--\r\n"
        await #expect(throws: Refusal.self) { try await read(body, parts: ["front"]) }
        let counts = try await read(body, parts: ["front"], limits: .large)
        #expect(counts == ["front": Self.most + 1])
    }

    @Test(
        arguments: [
            (nil, 1, true), ("\(most)", 1, false), ("9000000", 1, true), ("9000000", 2, false),
            ("9223372036854775808", 2, true),
        ] as [(String?, Int, Bool)])
    func `what may be large is known before it arrives`(
        length: String?, photos: Int, isLarge: Bool
    ) {
        let parts = Array(["front", "side"].prefix(photos))
        func mayBeLarge(_ limits: PhotoLimits) -> Bool {
            photoBody(parts: parts, length: length, limits: limits).mayBeLarge
        }
        #expect(mayBeLarge(.large) == isLarge)
        #expect(!mayBeLarge(.standard))
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
