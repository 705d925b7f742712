import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HeadshotServer

/// Sizes of chunks, however the bytes arrive.
@Suite(.timeLimit(.minutes(10)))
struct ChunkSizesTests {
    private static let most = 1000

    /// The body of each request that arrives in pieces of so many bytes, and whether a chunk is refused.
    private func bodies(
        _ text: String, inPiecesOf size: Int
    ) throws -> (bodies: [String], isRefused: Bool) {
        let channel = EmbeddedChannel()
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false)
        try StrictHTTP1.addChecks(to: pipeline, mostBytes: Self.most)
        var isRefused = false
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            do {
                try channel.writeInbound(ByteBuffer(bytes: rest.prefix(size)))
            } catch let refusal as Refusal where refusal.code == .tooLarge {
                isRefused = true
            } catch let error as RefusedHead {
                guard error.refusal.code == .tooLarge else { throw error }
                isRefused = true
            }
            rest = rest.dropFirst(size)
        }
        var bodies: [String] = []
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            switch part {
            case .head: bodies.append("")
            case .body(let bytes): bodies[bodies.count - 1] += String(buffer: bytes)
            case .end: break
            }
        }
        _ = try? channel.finish()
        return (bodies, isRefused)
    }

    private static let head = "POST / HTTP/1.1\r\nHost: a\r\n"
    private static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"

    @Test func `chunks that fit arrive, however they are cut`() throws {
        let body =
            "5\r\n\r\n\r\nx\r\n00002;a=fffffff\r\nff\r\n3E8\r\n"
            + String(repeating: "f", count: 1000) + "\r\n0\r\nffffffff: a\r\n\r\n"
        let counted = Self.head + "Content-Length: 12\r\n\r\nfffffff\r\n\r\nf"
        let text = Self.chunked + body + counted + Self.chunked + "1\r\na\r\n0\r\n\r\n"
        let told = [
            "\r\n\r\nxff" + String(repeating: "f", count: 1000), "fffffff\r\n\r\nf", "a",
        ]
        for size in Array(1...40) + [100, 1000, 10_000] {
            let read = try bodies(text, inPiecesOf: size)
            #expect(read.bodies == told, "\(size)")
            #expect(!read.isRefused, "\(size)")
        }
    }

    @Test(arguments: ["3e9", "03E9;a", "ffffffffffffffff", "fffffffffffffffff"])
    func `a chunk that does not fit is refused before it arrives`(digits: String) throws {
        let whole = [
            Self.head + "\r\n", Self.head + "Content-Length: 3\r\n\r\na\r\n",
            Self.chunked + "1\r\na\r\n0\r\nb: c\r\n\r\n",
        ]
        let chunk = "3e8\r\n" + String(repeating: "a", count: 1000) + "\r\n"
        for before in ["", chunk] + whole {
            let text =
                before == chunk
                ? Self.chunked + before + digits : before + Self.chunked + digits
            for size in [1, 2, 3, 7, 50, 10_000] {
                #expect(try bodies(text, inPiecesOf: size).isRefused, "\(size)")
            }
        }
    }

    @Test(arguments: [
        ("1000", false), ("1001", true), ("9223372036854775808", true),
        ("18446744073709551615", true),
    ])
    func `a body that is larger than any may be is refused by its head`(
        length: String, isRefused: Bool
    ) throws {
        let text = Self.head + "Content-Length: \(length)\r\n\r\n"
        for before in ["", Self.head + "Content-Length: 1\r\n\r\na"] {
            for size in [1, 7, 10_000] {
                #expect(try bodies(before + text, inPiecesOf: size).isRefused == isRefused)
            }
        }
    }
}
