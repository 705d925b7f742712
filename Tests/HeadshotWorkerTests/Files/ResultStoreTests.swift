import Foundation
import ObjectStore
import PromptFactory
import TestSupport
import Testing

@testable import HeadshotWorker
@testable import JobQueue

extension FileTests {
    /// The place of headshots.
    @Suite struct ResultStoreTests {
        private let job = freshID()
        private let picture = Data("picture".utf8)
        /// As 'sha256sum' prints it.
        private let digest = "2cea274d0bedc39ec4ab6ba9e59ec889e3ed6fb56a1cf088a64d9b383378dc97"

        @Test(
            arguments: [
                ("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp"),
            ], TestStore.all)
        func `a headshot's name tells job, style and type`(
            type: (String, String), store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let saved = try await save(in: home, as: type.0)
                #expect(saved.name(of: job) == "\(job)-left-casual.\(type.1)")
                #expect(saved.digest == digest)
                let file = try #require(try await results(home).file(of: row(saved)))
                #expect(file.locator == "\(home.results)/\(saved.name(of: job))")
                #expect(try await file.read() == picture)
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
                let saved = try await save(in: home)
                #expect(saved.ending == "left-casual-4.png")
                let first = "results/\(job)-left-casual.png"
                #expect(try await home.objects.read(first) == foreign)
            }
        }

        @Test(arguments: TestStore.all)
        func `removing a job's headshot removes its sidecar and nothing else`(
            store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let saved = try await save(in: home)
                try await home.objects.replace("results/other.png", Data())
                let removed = try await results(home).removeAll(of: [job])
                #expect(removed.contains("\(home.results)/\(saved.name(of: job))"))
                #expect(try await home.objects.list("results/").map(\.name) == ["other.png"])
            }
        }

        @Test(arguments: TestStore.all)
        func `a folder that is named gets the headshots, whatever keeps the rest`(
            store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let folder = "\(home.root)/elsewhere/new"
                let saved = try await save(in: home, at: folder)
                let path = "\(folder)/\(saved.name(of: job))"
                #expect(FileManager.default.contents(atPath: path) == picture)
                let results = ResultStore(at: folder, of: home)
                let file = try #require(try await results.file(of: row(saved)))
                #expect(file.locator == path)
                _ = try await results.removeAll(of: [job])
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }

        @Test(arguments: TestStore.all)
        func `what is in the home is found and removed there when another folder is named`(
            store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let saved = try await save(in: home)
                let named = ResultStore(at: "\(home.root)/elsewhere", of: home)
                let file = try #require(try await named.file(of: row(saved)))
                #expect(file.locator == "\(home.results)/\(saved.name(of: job))")
                #expect(try await file.read() == picture)
                #expect(try await named.removeAll(of: [job]).count == 2)
                #expect(try await home.objects.list("results/").isEmpty)
            }
        }

        @Test(
            arguments: [
                "/etc/hostname", "../../serve.key", "../0000000000-left.png", "0000000000-left.png",
                "", "serve.key",
            ], TestStore.all)
        func `a name that is not a result's of the job leads to no file`(
            name: String, store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                try await home.objects.prepare("results/")
                try await home.objects.replace("serve.key", picture)
                let file = try #require(try await results(home).file(of: row(name, nil)))
                let read = await #expect(throws: StorageError.self) { try await file.read() }
                let opened = await #expect(throws: StorageError.self) { try await file.open() }
                for error in [read, opened] {
                    guard case .unusable = error else {
                        Issue.record("\(String(describing: error))")
                        return
                    }
                }
            }
        }

        @Test(arguments: TestStore.all)
        func `a headshot with other bytes than were saved is not read`(
            store: TestStore
        ) async throws {
            try await withResults(in: store) { home in
                let saved = try await save(in: home)
                let file = try #require(try await results(home).file(of: row(saved)))
                var sent = Data()
                let content = try #require(try await file.open())
                var pieces = content.pieces
                while let piece = try await pieces.next() { sent += piece }
                #expect(sent == picture)
                #expect(content.count == picture.count && content.digest == saved.digest)

                // As long as the other.
                let other = Data(picture.reversed())
                let key = "results/\(saved.name(of: job))"
                try await home.objects.replace(key, other)
                await #expect(throws: StorageError.self) { try await file.read() }
                await #expect(throws: StorageError.self) { try await file.open() }
                // One that was saved before hashes were noted is read as it is.
                let older = try await results(home).file(of: row(saved.name(of: job), nil))
                #expect(try await older?.read() == other)
            }
        }

        @Test func `a headshot that changes while it is sent is not sent to its end`()
            async throws
        {
            try await withResults(in: .folder) { home in
                let long = Data(repeating: 1, count: 300_000)
                let saved = try await save(long, in: home)
                let file = try #require(try await results(home).file(of: row(saved)))
                var pieces = try #require(try await file.open()).pieces
                let first = try #require(try await pieces.next())
                #expect(first.count < long.count)
                let handle = try #require(FileHandle(forWritingAtPath: file.locator))
                try handle.write(contentsOf: Data(repeating: 2, count: long.count))
                try handle.close()
                do {
                    let rest = try await pieces.next()
                    Issue.record("\(rest?.count ?? 0) more bytes were sent")
                } catch let error as StorageError {
                    guard case .unusable(let place, _) = error, "\(place)" == file.locator else {
                        throw error
                    }
                }
            }
        }

        private func results(_ home: HeadshotHome) -> ResultStore {
            ResultStore(at: home.results, of: home)
        }

        /// A row of the job.
        private func row(_ saved: SavedResult) throws -> Job {
            try row(saved.name(of: job), saved.digest)
        }

        private func row(_ name: String?, _ digest: String?) throws -> Job {
            let now = Date(timeIntervalSince1970: 1)
            return Job(
                id: job, kind: .headshot, payload: "{}", provider: "gemini",
                person: try #require(TestHome.person), key: nil, input: nil, inputName: nil,
                secondInput: nil, priority: 0, state: .succeeded, phase: nil, reason: "succeeded",
                due: now, owner: nil, isCancelRequested: false, attempts: 1, crashes: 0,
                refusals: 0, retryOf: nil, created: now, started: now, ended: now, prompt: nil,
                promptVersion: nil, facts: nil, findings: nil, detail: nil, outcome: "{}",
                result: name, resultDigest: digest, quote: nil, fleeting: nil)
        }

        private func withResults(
            in store: TestStore, _ body: (HeadshotHome) async throws -> Void
        ) async throws {
            try await withTemporaryFolder { try await store.withHome($0, body) }
        }

        private func save(
            _ bytes: Data? = nil, in home: HeadshotHome, as type: String = "image/png",
            at place: String? = nil
        ) async throws -> SavedResult {
            let sidecar = Sidecar(
                job: job.description, style: "left-casual", provider: "gemini", model: "a-model",
                findings: [], headshotFindings: [], submitted: Date(timeIntervalSince1970: 1),
                requested: Date(timeIntervalSince1970: 2), saved: Date(timeIntervalSince1970: 3))
            let json = try #require(JSON.text(sidecar, isPretty: true))
            let product = Product(
                name: "left-casual", bytes: bytes ?? picture, suffix: Workbench.suffix(of: type),
                beside: ["json": Data(json.utf8)], outcome: "{}")
            return try await ResultStore(at: place ?? home.results, of: home).save(
                product, of: job)
        }
    }
}
