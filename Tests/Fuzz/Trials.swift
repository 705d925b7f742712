import Foundation
import HeadshotWorker
import TestSupport

/// Changed photos and what the pool makes of them.
struct Trials: Sendable {
    /// What became of one file.
    enum Outcome: Sendable {
        case accepted
        /// By the rule of this name.
        case refused(String)
        /// An answer that contradicts itself, in words.
        case wrong(String)
        case hung
    }

    let seed: UInt64
    let photos: [Data]
    let pool: DecoderPool

    /// Longer than the pool's own deadline.
    private static let deadline = Duration.seconds(120)
    private static let atOnce = 4

    /// Tries the files of some numbers; those that were accepted stay in the folder, beside the photos as sent.
    ///
    /// Each file is there while it is decoded, so that one that ends this program can be found.
    func run(
        _ numbers: Range<Int>, in folder: String
    ) async throws -> [(number: Int, outcome: Outcome)] {
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var outcomes: [(Int, Outcome)] = []
            for number in numbers {
                if number - numbers.lowerBound >= Self.atOnce, let done = try await group.next() {
                    outcomes.append(done)
                }
                group.addTask { (number, try await outcome(of: number, in: folder)) }
            }
            return try await group.reduce(into: outcomes) { $0.append($1) }
        }
    }

    private func outcome(of number: Int, in folder: String) async throws -> Outcome {
        var mutator = Mutator(seed: seed &* 1_000_003 &+ UInt64(number))
        let photo = mutator.mutant(of: photos)
        let file = "\(folder)/\(number)"
        try photo.write(to: URL(filePath: file))
        guard let reply = try await reply(to: photo, usesPlanes: number % 2 == 0) else {
            return .hung
        }
        let refusal = reply.findings.first { $0.severity == .refusal }
        guard let sent = reply.picture, refusal == nil else {
            if reply.picture != nil || refusal == nil { return .wrong("\(number): \(reply)") }
            try FileManager.default.removeItem(atPath: file)
            return .refused(refusal?.rule ?? "")
        }
        guard sent.count <= 1_999_999 else { return .wrong("\(number): \(sent.count) bytes") }
        try sent.write(to: URL(filePath: "\(file)-sent"))
        return .accepted
    }

    /// Nil after the deadline.
    private func reply(to photo: Data, usesPlanes: Bool) async throws -> PictureReply? {
        try await withThrowingTaskGroup(of: PictureReply?.self) { group in
            group.addTask {
                try await pool.perform(
                    .prepare(usesPlanes: usesPlanes, looks: false), on: photo)
            }
            group.addTask {
                try await Task.sleep(for: Self.deadline)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
