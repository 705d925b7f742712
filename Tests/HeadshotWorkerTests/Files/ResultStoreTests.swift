import Foundation
import JobQueue
import PromptFactory
import TestSupport
import Testing

@testable import HeadshotWorker

/// The folder of headshots.
struct ResultStoreTests {
    private let job = freshID()
    private let picture = Data("picture".utf8)

    @Test(arguments: [
        ("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp"),
    ])
    func `a headshot's name tells job, style and type`(type: String, suffix: String) async throws {
        try await withTemporaryFolder { folder in
            let path = try await save(in: "\(folder)/new/results", as: type)
            #expect(path == "\(folder)/new/results/\(job)-left-casual.\(suffix)")
            #expect(try Data(contentsOf: URL(filePath: path)) == picture)
        }
    }

    @Test func `saving the same headshot again changes nothing`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await save(in: folder)
            #expect(try await save(in: folder) == first)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
        }
    }

    @Test func `files of others are left alone, however many names they took`() async throws {
        try await withTemporaryFolder { folder in
            let foreign = Data("mine".utf8)
            for tail in ["", "-2", "-3"] {
                let path = "\(folder)/\(job)-left-casual\(tail).png"
                try foreign.write(to: URL(filePath: path))
            }
            #expect(try await save(in: folder) == "\(folder)/\(job)-left-casual-4.png")
            let first = URL(filePath: "\(folder)/\(job)-left-casual.png")
            #expect(try Data(contentsOf: first) == foreign)
        }
    }

    @Test func `removing a headshot removes its sidecar and nothing else`() async throws {
        try await withTemporaryFolder { folder in
            let path = try await save(in: folder)
            try Data().write(to: URL(filePath: "\(folder)/other.png"))
            try await ResultStore.remove([path])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["other.png"])
        }
    }

    private func save(in folder: String, as type: String = "image/png") async throws -> String {
        let sidecar = Sidecar(
            job: job.description, style: "left-casual", provider: "gemini", model: "a-model",
            findings: [], headshotFindings: [], submitted: Date(timeIntervalSince1970: 1),
            requested: Date(timeIntervalSince1970: 2), saved: Date(timeIntervalSince1970: 3))
        let json = try #require(JSON.text(sidecar, isPretty: true))
        let product = Product(
            name: "left-casual", bytes: picture, suffix: Workbench.suffix(of: type),
            beside: ["json": Data(json.utf8)], outcome: "{}")
        return try await ResultStore(folder: folder).save(product, of: job)
    }
}
