import Foundation
import JobQueue
import ObjectStore
import PromptFactory
import TestSupport
import Testing

@testable import HeadshotWorker

extension FileTests {
    /// The place of headshots.
    @Suite struct ResultStoreTests {
        private let job = freshID()
        private let picture = Data("picture".utf8)

        @Test(
            arguments: [
                ("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp"),
            ], TestStore.all)
        func `a headshot's name tells job, style and type`(
            type: (String, String), store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let locator = try await save(in: home, as: type.0)
                #expect(locator == "\(home.results)/\(job)-left-casual.\(type.1)")
                #expect(try await home.file(at: locator).read() == picture)
            }
        }

        @Test(arguments: TestStore.all)
        func `saving the same headshot again changes nothing`(store: TestStore) async throws {
            try await withResults(in: store) { home in
                let first = try await save(in: home)
                #expect(try await save(in: home) == first)
                #expect(try await home.objects.list("results/").count == 2)
            }
        }

        @Test(arguments: TestStore.all)
        func `files of others are left alone, however many names they took`(
            store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let foreign = Data("mine".utf8)
                try await home.objects.prepare("results/")
                for tail in ["", "-2", "-3"] {
                    try await home.objects.replace("results/\(job)-left-casual\(tail).png", foreign)
                }
                #expect(try await save(in: home) == "\(home.results)/\(job)-left-casual-4.png")
                let first = home.file(at: "\(home.results)/\(job)-left-casual.png")
                #expect(try await first.read() == foreign)
            }
        }

        @Test(arguments: TestStore.all)
        func `removing a headshot removes its sidecar and nothing else`(
            store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let locator = try await save(in: home)
                try await home.objects.replace("results/other.png", Data())
                try await ResultStore.remove([home.file(at: locator)])
                #expect(try await home.objects.list("results/").map(\.name) == ["other.png"])
            }
        }

        @Test(arguments: TestStore.all)
        func `a folder that is named gets the headshots, whatever keeps the rest`(
            store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let folder = "\(home.root)/elsewhere/new"
                let path = try await save(in: home, at: folder)
                #expect(path == "\(folder)/\(job)-left-casual.png")
                #expect(FileManager.default.contents(atPath: path) == picture)
                #expect(try await home.file(at: path).read() == picture)
                try await ResultStore.remove([home.file(at: path)])
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }

        @Test(arguments: TestStore.all)
        func `what is in another store is told, and never taken for gone`(
            store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let file = home.file(at: "s3://another/results/\(job)-left-casual.png")
                await #expect(throws: StorageError.self) { try await file.read() }
                await #expect(throws: StorageError.self) { try await file.isThere() }
                await #expect(throws: StorageError.self) { try await ResultStore.remove([file]) }
            }
        }

        private func withResults(
            in store: TestStore, _ body: (HeadshotHome) async throws -> Void
        ) async throws {
            try await withTemporaryFolder { try await store.withHome($0, body) }
        }

        private func save(
            in home: HeadshotHome, as type: String = "image/png", at place: String? = nil
        ) async throws -> String {
            let sidecar = Sidecar(
                job: job.description, style: "left-casual", provider: "gemini", model: "a-model",
                findings: [], headshotFindings: [], submitted: Date(timeIntervalSince1970: 1),
                requested: Date(timeIntervalSince1970: 2), saved: Date(timeIntervalSince1970: 3))
            let json = try #require(JSON.text(sidecar, isPretty: true))
            let product = Product(
                name: "left-casual", bytes: picture, suffix: Workbench.suffix(of: type),
                beside: ["json": Data(json.utf8)], outcome: "{}")
            return try await ResultStore(at: place ?? home.results, of: home).save(
                product, of: job)
        }
    }
}
