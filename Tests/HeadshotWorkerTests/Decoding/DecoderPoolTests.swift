import Decoding
import Foundation
import Glibc
import Ground
import Isolation
import JobQueue
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// What becomes of photos whose decoders do what they should not.
@Suite(.timeLimit(.minutes(10)))
struct DecoderPoolTests {
    /// What a photo makes its decoder do, and what is said of the photo then.
    static let ends: [(misdeed: String, reason: String)] = [
        ("execute", "the decoder tried what no photo needs"),
        ("fork", "the decoder tried what no photo needs"),
        ("trace", "the decoder tried what no photo needs"),
        ("signalParent", "the decoder tried what no photo needs"),
        ("abort", "the decoder crashed (signal 6)"),
        ("crash", "the decoder crashed (signal 11)"),
        ("leave", "the decoder gave up"),
        // SIGKILL comes from outside only.
        ("die", "the decoder tried what no photo needs"),
        ("hangUp", "the decoder's answer made no sense"),
        ("babble", "the decoder's answer made no sense"),
        ("flood", "the decoder's answer made no sense"),
        ("mistake", "the decoder's answer made no sense"),
    ]

    /// How a photo keeps its decoder from answering, and what is said of the photo then.
    static let hangs: [(misdeed: String, reason: String)] = [
        ("sleep", "the decoder stopped computing"),
        ("stop", "the decoder stopped computing"),
        ("drip", "the decoder's answer made no sense"),
        ("announce", "the decoder's answer made no sense"),
    ]

    /// Shared, so that each photo meets the decoders that the others have left.
    private static let pool = DecoderPool.hostile(size: 2)

    @Test(arguments: ends)
    func `A photo that breaks its decoder is refused, and the next is decoded`(
        _ misdeed: String, _ reason: String
    ) async throws {
        let reply = try await Self.pool.perform(Self.task, on: Data(misdeed.utf8))
        let finding = try #require(reply.inspection.findings.first)
        #expect(finding.rule == "safeDecoding")
        #expect(finding.severity == .refusal)
        #expect(finding.seen == reason)
        #expect(finding.sentence.contains("could not be decoded safely"))
        #expect(reply.inspection.facts == nil)
        try await expectSound(Self.pool)
    }

    @Test func `No corner of a prepared photo shows what its decoder's memory held before`()
        async throws
    {
        let pool = DecoderPool.hostile()
        // Its colours are whole, and its sides far from the grid of 16 pixels.
        let photo = try PhotoFixture.jpeg(width: 2409, height: 1801, quality: 92, noise: 40)
        let first = try await pool.perform(Self.task, on: photo).picture
        let bright = try PhotoFixture.jpeg(
            width: 3000, height: 2400, quality: 90, noise: 30, seed: 7)
        #expect(try await pool.perform(Self.task, on: bright).picture != nil)
        let second = try await pool.perform(Self.task, on: photo).picture
        #expect(photo.count > PhotoLimits.standard.sentByteCount)
        #expect(first == second)
    }

    // Each is refused by more than one fence; `FencesTests` tries each fence alone.
    @Test(arguments: ["openFile", "writeFile", "makeSocket", "allocate"])
    func `A photo whose decoder is refused something is decoded on`(_ misdeed: String) async throws
    {
        let reply = try await Self.pool.perform(Self.task, on: Data(misdeed.utf8))
        // It has gone on, and found that the bytes are no photo.
        #expect(reply.inspection.findings.map(\.rule) == ["format"])
    }

    @Test(arguments: [
        ("spin", 1, 60, "it took more than 1 seconds of computing"),
        // SIGKILL ends it, which otherwise shows that the machine has no memory left.
        ("spinOn", 1, 60, "it took more than 1 seconds of computing"),
        ("spin", 60, 1, "it took longer than 1 seconds"),
    ])
    func `A photo that keeps its decoder busy is refused in time, and others are not delayed`(
        _ misdeed: String, _ computingSeconds: Int, _ seconds: Int, _ reason: String
    ) async throws {
        let limits = DecoderLimits(
            computingSeconds: computingSeconds, time: .seconds(seconds))
        let pool = DecoderPool.hostile(size: 2, limits: limits)
        async let late = pool.perform(Self.task, on: Data(misdeed.utf8))
        try await expectSound(pool)
        #expect(try await late.inspection.findings.first?.seen == reason)
    }

    @Test(arguments: hangs)
    func `A photo that hangs is refused within seconds`(
        _ misdeed: String, _ reason: String
    ) async throws {
        let pool = DecoderPool.hostile()
        _ = try await pool.greeting()
        let start = SuspendingClock.now
        let reply = try await pool.perform(Self.task, on: Data(misdeed.utf8))
        #expect(reply.inspection.findings.first?.seen == reason)
        #expect(.now - start < .seconds(10))
    }

    @Test func `Photos that hang hold up another person's for a few seconds at most`()
        async throws
    {
        let pool = DecoderPool.hostile(size: 2)
        _ = try await pool.greeting()
        let photo = try PhotoFixture.landscape()
        let misdeeds = Self.hangs.map { $0.misdeed } + ["spin"]
        // Two photos of each of eight strangers: all of one kind, then of all kinds.
        for round in misdeeds.map({ [$0] }) + [misdeeds] {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<16 {
                    let stranger = try #require(Person("stranger-\(number / 2)"))
                    let bytes = Data(round[number % round.count].utf8)
                    group.addTask { _ = try await pool.perform(Self.task, on: bytes, of: stranger) }
                }
                while pool.count < 16 { await Task.yield() }
                // One comes right after them, and one when all of them are in work.
                for name in ["ada", "eve"] {
                    let start = SuspendingClock.now
                    let person = try #require(Person(name))
                    let reply = try await pool.perform(Self.task, on: photo, of: person)
                    // A second if nothing else runs here; the strangers' photos take more than ten times as long.
                    #expect(.now - start < .seconds(5), "\(round)")
                    #expect(reply.picture != nil)
                }
                group.cancelAll()
            }
        }
    }

    @Test func `What a photo leaves in its decoder meets no other photo`() async throws {
        let pool = DecoderPool.hostile(size: 1)
        for misdeed in ["leaveMark", "findMark"] {
            let reply = try await pool.perform(Self.task, on: Data(misdeed.utf8))
            // It has gone on, and found that the bytes are no photo.
            #expect(reply.inspection.findings.map(\.rule) == ["format"], "\(misdeed)")
        }
    }

    @Test func `A library that meets its own limit of memory ends its photo`() async throws {
        // Its decoder answers once, and never again.
        let reply = try await DecoderPool.hostile().perform(Self.task, on: Data("starve".utf8))
        #expect(reply.inspection.findings.map(\.rule) == ["safeDecoding"])
    }

    @Test func `What a library says of memory does not make its failure the photo's fault`()
        async throws
    {
        await #expect(
            throws: WorkerError.pictureWork(detail: "a memory-mapped file is damaged")
        ) {
            try await DecoderPool.hostile().perform(Self.task, on: Data("fail".utf8))
        }
    }

    @Test func `A headshot that breaks its decoder is refused as one`() async throws {
        let reply = try await Self.pool.perform(.check(looks: false), on: Data("abort".utf8))
        let sentence = try #require(reply.inspection.findings.first?.sentence)
        #expect(sentence.hasPrefix("This headshot could not be decoded safely"))
        #expect(!sentence.contains("choose another"))
    }

    @Test func `All fences are up on a kernel that has them`() async throws {
        let greeting = try await DecoderPool.built.greeting()
        #expect(greeting.fences == (Self.kernelHasLandlock ? .all : Fences.all.subtracting(.files)))
        #expect(greeting.library.decodableFormats == Set(PhotoFormat.allCases))
        #expect(greeting.library.decodesPhoneHEIC)
    }

    @Test func `A program that does not start is the machine's fault`() async throws {
        for path in ["/nowhere/headshot", "/bin/true"] {
            let pool = DecoderPool(DecoderProgram(path: path), size: 1)
            await #expect(throws: WorkerError.self) {
                try await pool.perform(Self.task, on: Data())
            }
        }
    }

    /// What a decoder says that is not ours, and why it is handed no picture.
    static let strangers: [(fences: UInt32, version: Int, error: WorkerError?)] = [
        (Fences.all.subtracting(.calls).rawValue, PictureReply.version, .fencesMissing(.calls)),
        (Fences.all.rawValue, PictureReply.version + 1, nil),
    ]

    @Test(arguments: strangers)
    func `A decoder of another version, or without a fence that is demanded, is handed no picture`(
        _ fences: UInt32, _ version: Int, _ error: WorkerError?
    ) async throws {
        try await withTemporaryFolder { folder in
            // Says what a decoder of ours would say, and keeps what it is handed.
            let library =
                #"{"version":"8.14.1","decodableFormats":["jpeg"],"decodesPhoneHEIC":true}"#
            let greeting = """
                {"version":\(version),"fences":\(fences),"library":\(library),"hasNets":false}
                """
            let length = String(greeting.utf8.count, radix: 8)
            let noughts = String(repeating: "\\0", count: 8)
            let script = """
                #!/bin/sh
                printf '\(noughts)\\\(length)\\0\\0\\0\\0\\0\\0\\0%s' '\(greeting)' >&0
                exec cat > '\(folder)/received'
                """
            let path = "\(folder)/decoder"
            // Written by a process that ends: a child of another test could inherit a descriptor of ours, and what
            // is open for writing anywhere cannot be started.
            let written = try await Program(path: "/bin/sh").run(
                ["-c", "cat >'\(path)' && chmod 700 '\(path)'"], input: Data(script.utf8))
            #expect(written.exit == .status(0))
            let pool = DecoderPool(DecoderProgram(path: path, isolation: .required), size: 1)
            let other = "it is not of this program's version: \(path)"
            for _ in 1...2 {
                await #expect(throws: error ?? .decoderUnavailable(detail: other)) {
                    try await pool.perform(Self.task, on: PhotoFixture.landscape())
                }
            }
            let received = FileManager.default.contents(atPath: "\(folder)/received") ?? Data()
            #expect(received.isEmpty)
        }
    }

    @Test(.needs("a kernel with Landlock", where: { kernelHasLandlock }))
    func `Where all fences are demanded and stand, pictures are decoded`() async throws {
        let program = DecoderProgram(
            path: try Program.built("headshot-decoder").path, isolation: .required)
        try await expectSound(DecoderPool(program, size: 1))
    }

    /// Whether the kernel tells a version of its Landlock, which is all that call 444 is asked for here.
    private static var kernelHasLandlock: Bool {
        typealias Call = @convention(c) (Int, Int, Int, Int) -> Int
        guard let call = unsafe dlsym(nil, "syscall") else { return false }
        return unsafe unsafeBitCast(call, to: Call.self)(444, 0, 0, 1) > 0
    }

    private static let task = PictureTask.prepare(looks: false)

    private func expectSound(_ pool: DecoderPool) async throws {
        let reply = try await pool.perform(Self.task, on: PhotoFixture.landscape())
        #expect(reply.inspection.isAccepted)
        #expect(reply.picture != nil)
    }
}
