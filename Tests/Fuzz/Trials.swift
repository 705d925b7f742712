import Decoding
import Foundation
import Ground
import HeadshotWorker
import TestSupport
import Validation

/// Changed photos and what the pool makes of them.
struct Trials: Sendable {
    /// What became of one file.
    enum Outcome: Sendable {
        case accepted
        /// By the rule of this name.
        case refused(String)
        /// An answer that contradicts itself, in words.
        case wrong(String)
    }

    let seed: UInt64
    let photos: [Data]
    let pool: DecoderPool

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
        let task = Self.task(number)
        let reply = try await pool.perform(task, on: photo)
        let refusal = reply.findings.first { $0.severity == .refusal }
        if let words = Self.disagreement(over: photo, reply) {
            return .wrong("\(number): \(words)")
        }
        // A headshot is judged by others: it is made of any photo with a face that can be seen.
        let isRefused = task.isOfHeadshot ? reply.picture == nil : refusal != nil
        guard let sent = reply.picture, !isRefused else {
            if reply.picture != nil || !isRefused { return .wrong("\(number): \(reply)") }
            try FileManager.default.removeItem(atPath: file)
            return .refused(refusal?.rule ?? "no headshot")
        }
        guard sent.count <= 1_999_999 else { return .wrong("\(number): \(sent.count) bytes") }
        try sent.write(to: URL(filePath: "\(file)-sent"))
        return .accepted
    }

    /// Where our own parsers see another header than the decoder did; nil where they agree, or it saw none.
    private static func disagreement(over photo: Data, _ reply: PictureReply) -> String? {
        guard let decoded = reply.inspection.facts else { return nil }
        let own = HeaderInspector.inspect(photo)
        guard let facts = own.facts else { return "the decoder alone reads the header" }
        if Set([facts.width, facts.height]) != [decoded.width, decoded.height] {
            return "sides of \(facts.width)x\(facts.height) or \(decoded.width)x\(decoded.height)"
        }
        if facts.pages != decoded.pages { return "\(facts.pages) or \(decoded.pages) pages" }
        if facts.scanCount != decoded.scanCount {
            return "\(facts.scanCount) or \(decoded.scanCount) scans"
        }
        // What only decoding finds is no matter of the header.
        let ofPixels = ["decoding", "visible", "sentByteCount"]
        let refusals = reply.inspection.findings.filter {
            $0.severity == .refusal && !ofPixels.contains($0.rule)
                && $0.seen != UnusableContent.heifUnknownHere.rawValue
        }
        return own.isAccepted == refusals.isEmpty ? nil : "\(own.findings) or \(refusals)"
    }

    /// Two of three files are made ready to be sent, and of one a headshot is made here.
    private static func task(_ number: Int) -> PictureTask {
        guard number % 3 == 0 else { return .prepare(looks: false) }
        return .makeHeadshot(backdrop: number % 4 < 2 ? .studio : .blur)
    }

}

extension PictureTask {
    fileprivate var isOfHeadshot: Bool {
        if case .makeHeadshot = self { true } else { false }
    }
}
