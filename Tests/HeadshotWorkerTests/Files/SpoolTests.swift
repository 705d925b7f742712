import Foundation
import Glibc
import Ground
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import Generation
@testable import HeadshotWorker

extension FileTests {
    /// Answers that are paid and not saved yet.
    @Suite struct SpoolTests {
        private static let entry = Spool.Entry(
            header: Spool.Header(
                job: freshID(), charge: 42, mimeType: "image/png", text: "Here\nit is.",
                receipt: .init(modelAnswered: "a-model", responseID: "r-1"), cost: 38_880),
            // Bytes that look like the end of the header must not be taken for it.
            body: Data([0x89, 0x0A, 0x0A, 0x00, 0x0A]))

        @Test(arguments: TestStore.all)
        func `an answer comes back as it was kept`(store: TestStore) async throws {
            try await withSpool(in: store) { spool, _ in
                try await spool.keep(Self.entry)
                #expect(try await spool.entry(of: 42, for: Self.entry.header.job) == Self.entry)
                #expect(try await spool.entry(of: 43, for: Self.entry.header.job) == nil)
            }
        }

        @Test(arguments: TestStore.all)
        func `an answer is never another job's, even if their charges have one number`(
            store: TestStore
        ) async throws {
            try await withSpool(in: store) { spool, _ in
                try await spool.keep(Self.entry)
                #expect(try await spool.entry(of: 42, for: freshID()) == nil)
            }
        }

        @Test(arguments: TestStore.all)
        func `an answer under the name of another one is not taken for it`(
            store: TestStore
        ) async throws {
            let (own, other) = (Self.entry.header.job, freshID())
            for (job, charge) in [(other, 42), (own, 43), (other, 43)] as [(JobID, Int64)] {
                try await withSpool(in: store) { spool, home in
                    try await spool.keep(Self.entry)
                    let objects = home.objects
                    let bytes = try #require(try await objects.read("spool/\(own)-42.answer"))
                    // As when a person copies files from one home to another.
                    try await objects.replace("spool/\(job)-\(charge).answer", bytes)
                    #expect(try await spool.entry(of: charge, for: job) == nil)
                    #expect(try await spool.answers(of: job).allSatisfy { $0.job == job })
                }
            }
        }

        @Test(arguments: TestStore.all)
        func `a kept answer proves that its charge is paid`(store: TestStore) async throws {
            try await withSpool(in: store) { spool, _ in
                #expect(try await spool.answers().answers == [])
                try await spool.keep(Self.entry)
                let answer = try #require(try await spool.answers().answers.first)
                #expect(answer.job == Self.entry.header.job)
                #expect(answer.charge.id == 42)
                #expect(answer.charge.state == .paid)
                #expect(answer.charge.cost == 38_880)
                #expect(answer.charge.receipt?.contains("a-model") == true)
                try await spool.remove(42, of: answer.job)
                #expect(try await spool.answers().answers == [])
            }
        }

        @Test(arguments: TestStore.all)
        func `a header that is longer than usual is read to its end`(
            store: TestStore
        ) async throws {
            try await withSpool(in: store) { spool, _ in
                var long = Self.entry
                long.header.text = String(repeating: "word ", count: 20_000)
                try await spool.keep(long)
                #expect(try await spool.answers().answers.map(\.job) == [long.header.job])
            }
        }

        @Test func `the answers are found without reading their bodies`() async throws {
            try await withSpool(in: .folder) { spool, home in
                try await spool.keep(Self.entry)
                let folder = FolderStore(folder: home.root)
                let file = try #require(try await folder.list("spool/").first)
                // A hole takes no room on the disk.
                let size: off_t = 1 << 26
                let isCut = unsafe truncate(folder.path(of: file.key), size) == 0
                try #require(isCut)
                let before = try Self.bytesRead()
                #expect(try await spool.answers().answers.count == 1)
                #expect(try Self.bytesRead() - before < Int(size))
            }
        }

        @Test(arguments: [Int.max, .min])
        func `a cost at an end of its type is bounded, and the answer is there`(
            cost: Int
        ) async throws {
            try await withSpool(in: .folder) { spool, _ in
                var entry = Self.entry
                entry.header.cost = cost
                try await spool.keep(entry)
                let answer = try #require(try await spool.answers().answers.first)
                let read = try #require(answer.charge.cost)
                #expect(Int.money.contains(read))
                #expect(
                    try await spool.entry(of: 42, for: entry.header.job)?.body == entry.body)
            }
        }

        /// The bytes that this process has read so far.
        private static func bytesRead() throws -> Int {
            let text = try #require(Descriptor.kernelText("/proc/self/io"))
            return try #require(text.firstMatch(of: /rchar: (\d+)/).flatMap { Int($0.1) })
        }

        @Test(arguments: ["", "no header", "{}\n", #"{"job":"#], TestStore.all)
        func `what is no answer proves nothing`(_ content: String, store: TestStore) async throws {
            try await withSpool(in: store) { spool, home in
                let job = freshID()
                try await home.objects.replace("spool/\(job)-42.answer", Data(content.utf8))
                #expect(try await spool.entry(of: 42, for: job) == nil)
                #expect(try await spool.answers().answers == [])
            }
        }

        private func withSpool(
            in store: TestStore, _ body: (Spool, HeadshotHome) async throws -> Void
        ) async throws {
            try await withTemporaryFolder { folder in
                try await store.withHome(folder) { home in try await body(Spool(home: home), home) }
            }
        }
    }
}
