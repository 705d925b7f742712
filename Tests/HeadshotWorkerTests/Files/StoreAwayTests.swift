import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

extension FileTests {
    /// A store that goes away under a worker, and comes back.
    @Suite(
        .needs("SeaweedFS (make setup-s3)", where: { S3Server.isInstalled }),
        .timeLimit(.minutes(10)))
    struct StoreAwayTests {
        @Test
        func
            `a paid answer that the store does not take is kept here, and brought there by the next worker`()
            async throws
        {
            try await withStore { test, proxy, emulator in
                let id = try await test.submitOne()
                try await losingTheStore(test, proxy, emulator)
                #expect(try await test.charges(of: id).map(\.state) == [.started])
                #expect(test.files(in: test.home.spool).count == 1)
                proxy.putBack()
                _ = try await test.drain(asking: emulator.baseURL)
                try await expectSaved(id, test, emulator)
            }
        }

        @Test func `a worker whose store is back when it ends brings the answer there itself`()
            async throws
        {
            try await withStore { test, proxy, emulator in
                let id = try await test.submitOne()
                try await losingTheStore(test, proxy, emulator) { event in
                    if case .keptHere = event { proxy.putBack() }
                }
                #expect(test.files(in: test.home.spool) == [])
                #expect(try await test.kept("spool").count == 1)
                _ = try await test.drain(asking: emulator.baseURL)
                try await expectSaved(id, test, emulator)
            }
        }

        @Test func `an answer that is only here is part of what is forgotten of a person`()
            async throws
        {
            try await withStore { test, proxy, emulator in
                let id = try await test.submitOne()
                try await losingTheStore(test, proxy, emulator)
                proxy.putBack()
                // As if another machine had looked for the answer in vain.
                let owners = try await test.store.owners()
                _ = try await test.store.recover(
                    from: [], ended: owners, spooled: [], now: test.clock.now)
                #expect(try await test.job(id).state == .uncertain)
                let janitor = Janitor(
                    store: test.store, home: test.home, environment: test.environment)
                _ = try await janitor.forget(#require(TestHome.person), results: test.results)
                #expect(test.files(in: test.home.spool) == [])
            }
        }

        @Test func `a store that is away before the charge costs neither money nor an attempt`()
            async throws
        {
            try await withStore(scenario: nil) { test, proxy, emulator in
                let id = try await test.submitOne()
                proxy.takeAway()
                await #expect(throws: StorageError.self) {
                    _ = try await test.drain(asking: emulator.baseURL)
                }
                #expect(try await test.charges(of: id).isEmpty)
                #expect(try await test.job(id).attempts == 0)
                #expect(try await emulator.ledger().isEmpty)
                proxy.putBack()
                test.clock.advance(by: 600)
                _ = try await test.drain(asking: emulator.baseURL)
                #expect(try await test.job(id).state == .succeeded)
            }
        }

        @Test func `a headshot that cannot be looked for is not taken for none`() async throws {
            try await withStore { (test, proxy, _) throws in
                let results = ResultStore(at: test.results, of: test.home)
                let id = freshID()
                #expect(try await results.headshot(of: id) == nil)
                proxy.takeAway()
                await #expect(throws: StorageError.self) {
                    _ = try await results.headshot(of: id)
                }
            }
        }

        /// Runs a worker whose store goes away while the model works.
        private func losingTheStore(
            _ test: TestHome, _ proxy: LoopbackProxy, _ emulator: EmulatorProcess,
            hearing: @escaping @Sendable (WorkerEvent) -> Void = { _ in }
        ) async throws {
            var environment = test.environment
            // The tries follow one another at once.
            environment.pause = { _ in }
            environment.report = { hearing($0) }
            let worker = try test.worker(asking: emulator.baseURL, environment: environment)
            await #expect(throws: StorageError.self) {
                try await test.working(worker, abort: Abort()) {
                    try await emulator.waitForRequests(atLeast: 1)
                    proxy.takeAway()
                    try await emulator.release()
                }
            }
        }

        private func expectSaved(
            _ id: JobID, _ test: TestHome, _ emulator: EmulatorProcess
        ) async throws {
            #expect(try await test.job(id).state == .succeeded)
            #expect(try await test.charges(of: id).map(\.state) == [.paid])
            #expect(try await emulator.ledger().count == 1)
            #expect(test.files(in: test.home.spool) == [])
            #expect(try await test.kept("spool") == [])
        }

        /// A home with its files in a store behind a proxy, and a model that answers when it is told to.
        private func withStore(
            scenario: String? = #"{"rules":[{"answer":"hold","times":1}]}"#,
            _ body: (TestHome, LoopbackProxy, EmulatorProcess) async throws -> Void
        ) async throws {
            let server = try #require(S3Server.current)
            let proxy = try LoopbackProxy(before: server.port)
            try await withTemporaryFolder { folder in
                try await TestStore.withStore(at: proxy.url, patience: .milliseconds(300)) {
                    store in
                    let home = HeadshotHome(root: folder, objects: store)
                    try home.prepare()
                    try await TestHome.with(home, results: home.results) { test in
                        try await EmulatorProcess.with(scenario: scenario) { emulator in
                            try await body(test, proxy, emulator)
                        }
                    }
                }
            }
        }
    }
}
