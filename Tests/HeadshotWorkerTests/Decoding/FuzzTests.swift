import Decoding
import Foundation
import Ground
import HeadshotWorker
import TestSupport
import Testing

/// The short form of `make fuzz`.
@Suite(.timeLimit(.minutes(10)))
struct FuzzTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `however a photo is changed, it is refused or becomes a whole photo`(
        seed: UInt64
    ) async throws {
        let photos = try PhotoFixture.oneOfEachKind()
        let pool = DecoderPool.built
        var mutator = Mutator(seed: seed)
        var accepted = 0
        for number in 0..<150 {
            let mutant = mutator.mutant(of: photos)
            let task = PictureTask.prepare(looks: false)
            let reply = try await pool.perform(task, on: mutant)
            #expect(!reply.findings.contains { $0.rule == "safeDecoding" }, "file \(number)")
            let isRefused = reply.findings.contains { $0.severity == .refusal }
            #expect(isRefused == (reply.picture == nil), "file \(number)")
            guard let sent = reply.picture else { continue }
            accepted += 1
            #expect(sent.count <= 1_999_999)
            let judge = try PictureJudge(sent)
            #expect(max(judge.width, judge.height) <= 4096)
        }
        // Otherwise nothing was tried but refusals.
        #expect((15..<150).contains(accepted), "\(accepted)")
    }
}
