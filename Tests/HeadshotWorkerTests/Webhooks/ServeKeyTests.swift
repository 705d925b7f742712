import Foundation
@testable import HeadshotWorker
import JobQueue
import ObjectStore
import Testing

extension FileTests {
    /// The key of a home, and the secrets that come from it.
    @Suite struct ServeKeyTests {
        private func random(_ byte: UInt8) -> (Int) -> Data {
            { Data(repeating: byte, count: $0) }
        }

        private func secret(_ key: ServeKey, _ space: String = "shop", _ generation: Int = 1) throws
            -> String
        {
            WebhookSecret(key, space: try #require(Space(space)), generation: generation).text
        }

        @Test(arguments: TestStore.all)
        func `the key is made once, for its owner alone`(store: TestStore) async throws {
            try await TestHome.with(in: store) { test in
                #expect(try await ServeKey.read(test.home) == nil)
                let first = try await ServeKey.obtain(test.home, random: random(1))
                let second = try await ServeKey.obtain(test.home, random: random(2))
                #expect(try secret(first) == secret(second))
                guard store == .folder else { return }
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: test.home.serveKey)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
                #expect((attributes[.size] as? NSNumber)?.intValue == 32)
            }
        }

        @Test(arguments: TestStore.all)
        func `processes that make the key at the same time agree`(store: TestStore) async throws {
            try await TestHome.with(in: store) { test in
                let secrets = try await withThrowingTaskGroup(of: String.self) { group in
                    for byte in UInt8(0)..<32 {
                        group.addTask {
                            try await secret(ServeKey.obtain(test.home, random: random(byte)))
                        }
                    }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(secrets.count == 1)
            }
        }

        @Test func `neither the key nor a secret that is made from it is printed`() async throws {
            try await TestHome.with { test in
                let key = try await ServeKey.obtain(test.home, random: random(0xB7))
                let made = WebhookSecret(key, space: try #require(Space("shop")), generation: 1)
                var text = "\(key) \(made)"
                dump(key, to: &text)
                dump(made, to: &text)
                // As a list of numbers, in hexadecimal digits, and in base64.
                for form in ["183", "b7b7", "t7e3", String(made.text.dropFirst(6))] {
                    #expect(!text.contains(form), "\(text)")
                }
            }
        }

        @Test func `a key that is moved is never put beside another one`() async throws {
            try await TestHome.with { old in
                try await TestHome.with { new in
                    let key = try await secret(ServeKey.obtain(old.home, random: random(1)))
                    for _ in 0..<2 { try await ServeKey.copy(from: old.home, to: new.home) }
                    #expect(try await secret(ServeKey.obtain(new.home, random: random(2))) == key)
                }
                try await TestHome.with { new in
                    _ = try await ServeKey.obtain(new.home, random: random(2))
                    let error = await #expect(throws: StorageError.self) {
                        try await ServeKey.copy(from: old.home, to: new.home)
                    }
                    guard case .unusable(let place, _) = error else {
                        Issue.record("\(String(describing: error))")
                        return
                    }
                    #expect("\(place)" == new.home.serveKey)
                }
            }
        }

        @Test(arguments: TestStore.all)
        func `a damaged key is refused, and left as it is`(store: TestStore) async throws {
            try await TestHome.with(in: store) { test in
                let damaged = Data(repeating: 1, count: 31)
                let key = test.home.keepsFiles ? "serve.key" : "meta/serve.key"
                try await test.home.objects.replace(key, damaged)
                await #expect(throws: StorageError.self) {
                    try await ServeKey.obtain(test.home, random: random(1))
                }
                #expect(try await test.home.objects.read(key) == damaged)
            }
        }

        @Test(arguments: TestStore.all)
        func `each space and each generation has a secret of its own`(store: TestStore) async throws
        {
            try await TestHome.with(in: store) { test in
                let key = try await ServeKey.obtain(test.home, random: random(1))
                let secrets = try [
                    secret(key), secret(key, "shop", 2), secret(key, "team"),
                    secret(key, "team", 2),
                ]
                #expect(Set(secrets).count == 4)
                for secret in secrets {
                    #expect(secret.hasPrefix("whsec_"))
                    #expect(Data(base64Encoded: String(secret.dropFirst(6)))?.count == 32)
                }
            }
        }
    }
}
