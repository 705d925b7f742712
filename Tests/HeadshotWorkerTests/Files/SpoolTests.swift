import Foundation
import Generation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// Answers that are paid and not saved yet.
struct SpoolTests {
    private static let entry = Spool.Entry(
        header: Spool.Header(
            job: freshID(), charge: 42, mimeType: "image/png", text: "Here\nit is.",
            receipt: .init(modelAnswered: "a-model", responseID: "r-1"), cost: 38_880),
        // Bytes that look like the end of the header must not be taken for it.
        picture: Data([0x89, 0x0A, 0x0A, 0x00, 0x0A]))

    @Test func `an answer comes back as it was kept`() async throws {
        try await withTemporaryFolder { folder in
            let spool = Spool(folder: folder)
            try await spool.keep(Self.entry)
            #expect(try await spool.entry(of: 42) == Self.entry)
            #expect(try await spool.entry(of: 43) == nil)
        }
    }

    @Test func `a kept answer proves that its charge is paid`() async throws {
        try await withTemporaryFolder { folder in
            let spool = Spool(folder: folder)
            #expect(try await spool.paidCharges() == [])
            try await spool.keep(Self.entry)
            let end = try #require(try await spool.paidCharges().first)
            #expect(end.id == 42)
            #expect(end.state == .paid)
            #expect(end.cost == 38_880)
            #expect(end.receipt?.contains("a-model") == true)
            try await spool.remove(42)
            #expect(try await spool.paidCharges() == [])
        }
    }

    @Test(arguments: ["", "no header", "{}\n", #"{"job":"#])
    func `a file that is no answer proves nothing`(_ content: String) async throws {
        try await withTemporaryFolder { folder in
            try Data(content.utf8).write(to: URL(filePath: "\(folder)/42.answer"))
            let spool = Spool(folder: folder)
            #expect(try await spool.entry(of: 42) == nil)
            #expect(try await spool.paidCharges() == [])
        }
    }
}
