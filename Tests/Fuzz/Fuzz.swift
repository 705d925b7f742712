import ArgumentParser
import Foundation
import Glibc
import HeadshotWorker
import Isolation
import Nets
import TestSupport

/// Changes photos of all formats at random, has them decoded, and lets a second decoder judge what passed.
@main
struct Fuzz: AsyncParsableCommand {
    @Option(help: "Where chance begins: the same seed makes the same files in the same order.")
    var seed: UInt64 = 1

    @Option(help: "How long files are made.")
    var minutes = 1.0

    @Option(help: "A Python that has Pillow and pillow-heif, the second decoder.")
    var python: String

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "headshot-fuzz-\(UUID().uuidString)").path(percentEncoded: false)
        // Not kept back in a buffer: it has to be read where a file ends this program.
        FileHandle.standardError.write(
            Data("seed \(seed); files are in \(folder) until they were decoded\n".utf8))
        let decoder = DecoderProgram(
            path: try Program.built("headshot-decoder").path, nets: try Self.nets())
        let trials = Trials(
            seed: seed, photos: try PhotoFixture.oneOfEachKind() + [DrawnFace.photo()],
            pool: DecoderPool(decoder))
        let judge = SecondDecoder(python: Program(path: python), folder: folder)
        let end = ContinuousClock.now + .seconds(minutes * 60)
        // Ends the program if a file is not decoded in time, though the pool has its own limit; the file is still there.
        alarm(UInt32(minutes * 60) + Self.patience)
        var scorecard = Scorecard()
        var number = 0
        while ContinuousClock.now < end {
            let numbers = number..<number + Self.batch
            try judge.prepare()
            let outcomes = try await trials.run(numbers, in: folder)
            scorecard.add(outcomes, try await judge.failures())
            number = numbers.upperBound
        }
        print(scorecard.text)
        guard scorecard.isClean else { throw ExitCode.failure }
        try FileManager.default.removeItem(atPath: folder)
    }

    /// The nets, if they were fetched; without them no person is cut out, and only the other ways are tried.
    private static func nets() throws -> SharedBytes? {
        let folder = URL(filePath: #filePath).appending(path: "../../../models").standardizedFileURL
        guard let bytes = try? NetBytes(folder: folder.path(percentEncoded: false)) else {
            FileHandle.standardError.write(Data("without the models: 'make setup-models'\n".utf8))
            return nil
        }
        return try SharedBytes(bytes.joined)
    }

    /// In seconds, after the last file was made.
    private static let patience: UInt32 = 300
    /// Files between two calls of the second decoder.
    private static let batch = 400
}
