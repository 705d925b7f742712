import Foundation
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct TokenTests {
    private let shop = Person.known("81f3", in: Space("shop")).space
    private let team = Person.known("81f3", in: Space("team")).space

    private func token(_ byte: UInt8, of space: Space? = nil) -> AccessToken {
        AccessToken(for: space ?? shop, random: Data(repeating: byte, count: 32))
    }

    @Test func `a token names its space and can be typed`() throws {
        let first = token(0xFF)
        #expect(first.secret.wholeMatch(of: /hs_shop_[A-Za-z0-9_-]{43}/) != nil)
        #expect(AccessToken(first.secret) == first)
        #expect(first != token(0xFE))
    }

    @Test(arguments: [
        "", "hs_shop_", "hs_Shop_" + letters, "hs__" + letters, "hs_1a_" + letters,
        "shop_" + letters, "hs_shop_" + letters + "A", "hs_shop_" + letters.dropLast(),
        "hs_shop_" + letters.dropLast() + "=", "hs_shop_" + letters + "\n",
        "hd_", "hd_" + letters + "A", "hd_shop_" + letters, "hd_" + letters.dropLast(),
    ])
    func `a text of another form is no token`(_ text: String) {
        #expect(AccessToken(text) == nil)
    }

    private static let letters = String(repeating: "A", count: 43)

    @Test func `nothing that prints a token shows its secret`() {
        let first = token(7)
        var dumped = ""
        dump(first, to: &dumped)
        for text in ["\(first)", String(reflecting: first), dumped, "\([first])"] {
            #expect(!text.contains(first.secret.suffix(43)), "\(text)")
        }
    }

    @Test func `a token opens its space, with its rights, and no other`() async throws {
        try await TestQueue.with { queue in
            let settings = SpaceSettings(provider: "local", budget: 5)
            #expect(
                try await !queue.store.add(
                    token(1), to: shop, holder: .server, scopes: [.submit], now: queue.now))
            for space in [shop, team] {
                _ = try await queue.store.add(space, settings, now: queue.now)
            }
            let rights: [(AccessToken, Space, Access.Holder, Set<Access.Scope>)] = [
                (token(1), shop, .server, [.submit, .read]), (token(2), shop, .app, [.submit]),
                (token(3, of: team), team, .server, [.operate, .read, .submit]),
            ]
            for (token, space, holder, scopes) in rights {
                #expect(
                    try await queue.store.add(
                        token, to: space, holder: holder, scopes: scopes, now: queue.now))
            }
            for (token, space, holder, scopes) in rights {
                let access = try await queue.store.access(with: token, now: queue.now)
                #expect(access?.space.space == space)
                #expect(access?.space.settings == settings)
                #expect(access?.holder == holder)
                #expect(access?.scopes == scopes)
            }
            #expect(try await queue.store.access(with: token(4), now: queue.now) == nil)
            // The same random bytes under another name.
            let renamed = token(1, of: team)
            #expect(try await queue.store.access(with: renamed, now: queue.now) == nil)
        }
    }

    @Test func `replaced tokens go on for a while, and those of other holders for good`()
        async throws
    {
        try await TestQueue.with { queue in
            _ = try await queue.store.add(shop, SpaceSettings(provider: "local"), now: queue.now)
            for (number, holder) in [(UInt8(1), Access.Holder.server), (2, .app)] {
                _ = try await queue.store.add(
                    token(number), to: shop, holder: holder, scopes: [.submit], now: queue.now)
            }
            let end = queue.now + 60
            let scopes = try await queue.store.rotate(
                to: token(3), of: shop, holder: .server, othersEnd: end, now: queue.now)
            #expect(scopes == [.submit])
            for (moment, valid) in [(queue.now + 59, [1, 2, 3]), (end, [2, 3])] {
                var found: [UInt8] = []
                for number in UInt8(1)...3
                where try await queue.store.access(with: token(number), now: moment) != nil {
                    found.append(number)
                }
                #expect(found == valid.map(UInt8.init))
                #expect(try await queue.store.tokens(of: shop, now: moment).count == valid.count)
            }
            // A later end does not bring one back.
            _ = try await queue.store.rotate(
                to: token(4), of: shop, holder: .server, othersEnd: end + 60, now: queue.now)
            #expect(try await queue.store.access(with: token(1), now: end) == nil)
        }
    }

    @Test func `revoked tokens end at once, and there is nothing to replace then`() async throws {
        try await TestQueue.with { queue in
            for space in [shop, team] {
                _ = try await queue.store.add(
                    space, SpaceSettings(provider: "local"), now: queue.now)
                _ = try await queue.store.add(
                    token(1, of: space), to: space, holder: .server, scopes: [.submit],
                    now: queue.now)
            }
            #expect(try await queue.store.revokeTokens(of: shop, now: queue.now) == 1)
            #expect(try await queue.store.access(with: token(1), now: queue.now) == nil)
            #expect(
                try await queue.store.access(with: token(1, of: team), now: queue.now) != nil)
            let scopes = try await queue.store.rotate(
                to: token(2), of: shop, holder: .server, othersEnd: queue.now, now: queue.now)
            #expect(scopes == nil)
            #expect(try await queue.store.access(with: token(2), now: queue.now) == nil)
        }
    }

    @Test func `a token at the desk decides for its space, or as the operator's for all`()
        async throws
    {
        try await TestQueue.with { queue in
            _ = try await queue.store.add(shop, SpaceSettings(provider: "local"), now: queue.now)
            let own = AccessToken(
                for: .commandLine, random: Data(repeating: 9, count: 32))
            #expect(own.secret.wholeMatch(of: /hd_[A-Za-z0-9_-]{43}/) != nil)
            #expect(AccessToken(own.secret) == own)
            let tokens: [(AccessToken, Space, Access.Holder, Set<Access.Scope>, Space?)] = [
                (token(1), shop, .server, [.submit, .read], nil),
                (token(2), shop, .app, [.submit], nil), (token(3), shop, .store, [], nil),
                (token(4), shop, .server, [.operate], shop),
                (own, .commandLine, .server, [.operate], .commandLine),
            ]
            for (token, space, holder, scopes, desk) in tokens {
                #expect(try await queue.store.desk(with: token, now: queue.now) == nil)
                #expect(
                    try await queue.store.add(
                        token, to: space, holder: holder, scopes: scopes, now: queue.now))
                #expect(try await queue.store.desk(with: token, now: queue.now) == desk)
            }
            // It is of no space, so it opens no route.
            #expect(try await queue.store.access(with: own, now: queue.now) == nil)
            #expect(try await queue.store.revokeTokens(of: .commandLine, now: queue.now) == 1)
            #expect(try await queue.store.desk(with: own, now: queue.now) == nil)
            #expect(try await queue.store.desk(with: token(4), now: queue.now) == shop)
        }
    }

    /// What becomes of the use of a token for a person.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isValid: Bool
        let admission: Admission?
        var scopes: Set<Access.Scope> = [.submit]
        let make: @Sendable (TestQueue, AccessToken, Person) async throws -> Void
    }

    static let changes: [Change] = [
        Change(testDescription: "nothing", isValid: true, admission: .admitted) { _, _, _ in },
        Change(testDescription: "it is revoked", isValid: false, admission: nil) {
            queue, _, anna in
            _ = try await queue.store.revokeTokens(of: anna.space, now: queue.now)
        },
        Change(testDescription: "it is replaced at once", isValid: false, admission: nil) {
            queue, _, anna in
            _ = try await queue.store.rotate(
                to: AccessToken(for: anna.space, random: Data(repeating: 9, count: 32)),
                of: anna.space, holder: .app, othersEnd: queue.now, now: queue.now)
        },
        Change(testDescription: "it is replaced later", isValid: true, admission: .admitted) {
            queue, _, anna in
            _ = try await queue.store.rotate(
                to: AccessToken(for: anna.space, random: Data(repeating: 9, count: 32)),
                of: anna.space, holder: .app, othersEnd: queue.now + 1, now: queue.now)
        },
        Change(
            testDescription: "its scopes change", isValid: true, admission: .admitted,
            scopes: [.read]
        ) { queue, _, anna in
            try await Self.tamper(queue, "UPDATE token SET scopes = 'read' WHERE space = 'shop'")
        },
        Change(testDescription: "its space is removed", isValid: false, admission: nil) {
            queue, _, _ in try await Self.tamper(queue, "DELETE FROM space WHERE name = 'shop'")
        },
        Change(testDescription: "the person leaves", isValid: true, admission: .leaving) {
            queue, _, anna in try await queue.store.beginToForget(anna, now: queue.now)
        },
        Change(testDescription: "the person has left", isValid: true, admission: nil) {
            queue, _, anna in
            try await Self.tamper(
                queue,
                "DELETE FROM person WHERE space = 'shop' AND person = '\(anna.rawValue)'")
        },
    ]

    /// Changes the queue behind the program's back.
    private static func tamper(_ queue: TestQueue, _ statement: String) async throws {
        _ = try await queue.store.write { tx in try tx.run(statement) }
    }

    @Test(arguments: changes)
    func `the uses of all tokens are known as of one moment`(_ change: Change) async throws {
        try await TestQueue.with { queue in
            var uses: [TokenUse] = []
            for (number, space) in [shop, team].enumerated() {
                _ = try await queue.store.add(
                    space, SpaceSettings(provider: "local"), now: queue.now)
                let token = token(UInt8(number + 1), of: space)
                _ = try await queue.store.add(
                    token, to: space, holder: .app, scopes: [.submit], now: queue.now)
                for name in ["anna", "bert"] {
                    let person = Person.known(name, in: space)
                    _ = try await queue.store.admit(person, most: 9, now: queue.now)
                    uses.append(TokenUse(token, for: person))
                }
            }
            let anna = try #require(uses[0].person)
            try await change.make(queue, uses[0].token, anna)
            let standings = try await queue.store.standings(of: Set(uses), now: queue.now)
            let standing = standings[uses[0]]
            #expect((standing != nil) == change.isValid)
            #expect(standing?.admission == change.admission)
            #expect(standing.map { $0.access.scopes == change.scopes } ?? true)
            // Another person of the same token, and another space, which nothing has changed.
            #expect((standings[uses[1]] != nil) == change.isValid)
            for use in uses[2...] {
                #expect(standings[use]?.admission == .admitted)
                #expect(standings[use]?.access.scopes == [.submit])
            }
        }
    }

    @Test func `no file of the queue holds a token`() async throws {
        try await TestQueue.with { queue in
            _ = try await queue.store.add(shop, SpaceSettings(provider: "local"), now: queue.now)
            _ = try await queue.store.add(
                token(0x5A), to: shop, holder: .server, scopes: [.submit], now: queue.now)
            let secret = Data(token(0x5A).secret.suffix(43).utf8)
            let folder = URL(filePath: queue.store.folder)
            for name in try FileManager.default.contentsOfDirectory(atPath: queue.store.folder) {
                let bytes = try Data(contentsOf: folder.appending(path: name))
                #expect(bytes.range(of: secret) == nil, "\(name)")
            }
        }
    }

    @Test func `a restored backup brings no ended token back`() async throws {
        try await TestQueue.inFile { queue in
            let backup = "\(queue.store.folder)/backup.sqlite"
            _ = try await queue.store.add(shop, SpaceSettings(provider: "local"), now: queue.now)
            for number in UInt8(1)...2 {
                _ = try await queue.store.add(
                    token(number), to: shop, holder: .server, scopes: [.submit], now: queue.now)
            }
            try await queue.store.backUp(to: backup)
            _ = try await queue.store.revokeTokens(of: shop, now: queue.now)
            _ = try await queue.store.add(
                token(3), to: shop, holder: .app, scopes: [.submit], now: queue.now)
            _ = try await queue.store.restore(from: backup, keepingReplacedIn: nil)
            for (number, isValid) in [(UInt8(1), false), (2, false), (3, true)] {
                let access = try await queue.store.access(with: token(number), now: queue.now)
                #expect((access != nil) == isValid)
            }
        }
    }
}
