import Decoding
import FaceFacts
import Foundation
import HeadshotWorker
import Isolation
import Nets
import TestSupport
import Testing

/// How decoders come by the nets.
@Suite(.timeLimit(.minutes(10)))
struct DecoderNetsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../models").standardizedFileURL.path(percentEncoded: false)

    private func program(_ nets: SharedBytes?) throws -> DecoderProgram {
        DecoderProgram(path: try Program.built("headshot-decoder").path, nets: nets)
    }

    @Test(
        .needs("the models: 'make setup-models'", where: { (try? NetBytes(folder: folder)) != nil })
    )
    func `every decoder that is handed the nets has them, and does its work behind all fences`()
        async throws
    {
        let program = try program(SharedBytes(NetBytes(folder: Self.folder).joined))
        for _ in 1...2 {
            let pool = DecoderPool(program, size: 1)
            let greeting = try await pool.greeting()
            #expect(greeting.hasNets)
            #expect(try await greeting.fences == DecoderPool.built.greeting().fences)
            let reply = try await pool.perform(
                .prepare(looks: true), on: DrawnFace.portrait.jpeg())
            #expect(reply.analysis?.facts.faces.count == 1)
        }
    }

    @Test func `a decoder that is handed none says so`() async throws {
        #expect(try await !DecoderPool.built.greeting().hasNets)
    }

    @Test(arguments: [Data("no net".utf8), Data(), Data(count: 1_721_617)])
    func `a decoder does not start with other bytes, and the first try says why`(
        bytes: Data
    ) async throws {
        let pool = DecoderPool(try program(SharedBytes(bytes)), size: 1)
        await #expect(
            throws: WorkerError.decoderUnavailable(
                detail: "it could not open the models that it was handed")
        ) { try await pool.greeting() }
    }
}
