import Foundation
import Testing

@testable import JobQueue

/// The same person, the same keys and the same photos in two spaces, and another person beside them.
@Suite(.timeLimit(.minutes(10)))
struct TwoSpacesTests {
    private static let anna = Belongings(person: .known("anna", in: Space("shop")))
    private static let bert = Belongings(person: .known("bert", in: Space("shop")))
    private static let other = Belongings(person: .known("anna", in: Space("team")))
    private static let nobody = Belongings(person: .known("nobody", in: Space("empty")))

    /// The tables whose rows belong to no space.
    private static let shared: Set = [
        "cap", "cap_change", "gate", "mark", "model", "prompt", "provider_sum", "removal",
    ]
    private static let sharedOnServers: Set = ["latest_write", "meta", "progress", "worker"]

    /// Runs an operation, and expects that it changes rows of its own person or space only.
    private func change(
        _ operation: SpaceOperation, _ queue: TestQueue, of things: Belongings,
        ofSpace: Bool = false, _ before: inout OwnedRows
    ) async throws {
        _ = try await operation.run(queue, things.person, things)
        let after = try await OwnedRows(of: queue)
        let (space, person) = (things.person.space.rawValue, things.person.rawValue)
        // A person who has left is the hash of the id.
        let names = [person, JobStore.hash(person, in: things.person.space)]
        let changes = after.changes(since: before)
        #expect(!changes.isEmpty, "\(operation.name) changes nothing, and so proves nothing")
        for (owner, tables) in changes
        where ofSpace
            ? !owner.space.hasPrefix(space)
            : owner.space != space || !names.contains(owner.person ?? person)
        {
            Issue.record(
                "\(operation.name) of \(things.mark) changes \(tables.sorted()) of \(owner)")
        }
        before = after
    }

    private func fill(
        _ things: Belongings, _ queue: TestQueue, _ rows: inout OwnedRows
    ) async throws {
        for operation in SpaceOperation.filling {
            try await change(operation, queue, of: things, &rows)
        }
    }

    private func open(
        _ things: Belongings, _ queue: TestQueue, _ rows: inout OwnedRows
    ) async throws {
        for operation in SpaceOperation.opening {
            try await change(operation, queue, of: things, ofSpace: true, &rows)
        }
        try await queue.store.write { tx in
            // Of a provider that no job has, or no job would be claimed.
            try JobStore.noteSpent(
                of: "other", in: things.person.space.rawValue, until: queue.now + 1e6, tx)
        }
        rows = try await OwnedRows(of: queue)
    }

    private func texts(
        _ operations: [SpaceOperation], _ queue: TestQueue, _ things: Belongings
    ) async throws -> [String] {
        var texts: [String] = []
        for operation in operations {
            texts.append(try await operation.text(queue, things.person, things))
        }
        return texts
    }

    private func expectSame(
        _ texts: [String], _ expected: [String], of operations: [SpaceOperation]
    ) {
        for ((text, expected), operation) in zip(zip(texts, expected), operations) {
            #expect(text == expected, "\(operation.name)")
        }
    }

    @Test func `all that is done in one space leaves the other as it is, and says nothing of it`()
        async throws
    {
        let (ofPersons, ofSpaces) = (SpaceOperation.ofPersons, SpaceOperation.ofSpaces)
        try await TestQueue.with { queue in
            let (anna, bert, other) = (Self.anna, Self.bert, Self.other)
            var rows = try await OwnedRows(of: queue)
            try await open(anna, queue, &rows)
            try await fill(anna, queue, &rows)
            let ofAnna = try await texts(ofPersons, queue, anna)
            try await fill(bert, queue, &rows)
            let ofShop = try await texts(ofSpaces, queue, anna)
            try await open(other, queue, &rows)
            try await fill(other, queue, &rows)

            #expect(
                rows.shared
                    == (queue.place == nil ? Self.shared : Self.shared.union(Self.sharedOnServers)))
            for space in [anna.person.space, other.person.space] {
                // A new table needs an operation that fills it.
                #expect(
                    rows.tables.subtracting(rows.all(of: space).map(\.table)).isEmpty,
                    "These tables have no row of \(space).")
            }
            try await expectSame(texts(ofPersons, queue, anna), ofAnna, of: ofPersons)
            try await expectSame(texts(ofSpaces, queue, anna), ofShop, of: ofSpaces)
            for (operations, known) in [(ofPersons, ofAnna), (ofSpaces, ofShop)] {
                let ofNobody = try await texts(operations, queue, Self.nobody)
                for ((text, known), operation) in zip(zip(ofNobody, known), operations) {
                    #expect(text != known, "\(operation.name) reads nothing")
                }
            }
            try await expectNothing(of: anna, in: ofPersons, for: [bert, other], queue)
            try await expectNothing(of: anna, in: ofSpaces, for: [other], queue)
            try await expectNothing(of: bert, in: ofSpaces, for: [other], queue)

            for operation in SpaceOperation.changing {
                for thief in [bert, other] {
                    _ = try await operation.run(queue, thief.person, anna)
                    let after = try await OwnedRows(of: queue)
                    let owner = Owner(space: "shop", person: "anna")
                    #expect(
                        after.changes(since: rows)[owner] == nil,
                        "\(operation.name) by \(thief.mark)")
                    rows = after
                }
            }
            _ = try await queue.store.sendAgain(
                try #require(await anna.delivery(queue, .failed)).id, of: other.person.space,
                now: queue.now)
            #expect(try await OwnedRows(of: queue).changes(since: rows).isEmpty)
            for operation in SpaceOperation.changing {
                try await change(operation, queue, of: anna, &rows)
            }
            for operation in SpaceOperation.closing {
                try await change(operation, queue, of: anna, ofSpace: true, &rows)
            }
            for operation in SpaceOperation.forgetting {
                try await change(operation, queue, of: anna, &rows)
            }
            // Once the photos have been removed from the store, no row names the person.
            try await queue.store.unmark(photos: queue.store.markedPhotos())
            rows = try await OwnedRows(of: queue)
            for (table, row) in rows.all(of: anna.person.space) {
                #expect(!row.contains(anna.person.rawValue), "\(table)")
            }
        }
    }

    /// Expects that others who name a person's rows read nothing of them.
    private func expectNothing(
        of owner: Belongings, in operations: [SpaceOperation], for others: [Belongings],
        _ queue: TestQueue
    ) async throws {
        let jobs = try await queue.store.jobs(JobFilter(person: owner.person))
        #expect(!jobs.isEmpty)
        for operation in operations {
            for other in others {
                let text = try await operation.text(queue, other.person, owner)
                #expect(!text.contains(owner.mark), "\(operation.name) for \(other.mark)")
                for job in jobs {
                    #expect(
                        !text.contains("\(job.id.rawValue)"), "\(operation.name) for \(other.mark)")
                }
            }
        }
    }

    @Test func `every operation that names a person or a space is tried`() throws {
        #expect(Set(try Self.declared()) == Set(SpaceOperation.all.map(\.name)))
    }

    /// The operations in the sources that take a person, a space, or a value that belongs to one.
    private static func declared() throws -> [String] {
        let sources = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources")
        let files = try ["JobQueue/Operations", "Companion", "Invites"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(
                atPath: sources.appending(path: folder).path
            ).map { sources.appending(path: "\(folder)/\($0)") }
        }
        let owned =
            /\b(Person|Space|Moment|Scan|Upload|Turn|NewJob|JobGroup|JobFilter|Delivery|LiveScope|TokenUse|AccessToken|StoreEvent|LinkSecret|NewInvitee)\b/
        var declared: [String] = []
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(
                of:
                    /(?:public|package) (?:nonisolated )?func (\w+)(?:<[^>]*>)?\(((?:(?!public |package )[\s\S])*?)\)\s+(?:async )?throws\(/
            ) {
                let parameters = parameters(in: match.2)
                guard parameters.contains(where: { $0.firstMatch(of: owned) != nil }) else {
                    continue
                }
                let labels = parameters.map {
                    $0.prefix { !$0.isWhitespace && $0 != ":" } + ":"
                }
                declared.append("\(match.1)(\(labels.joined()))")
            }
        }
        return declared
    }

    /// The parameters between the parentheses of a function.
    private static func parameters(in list: Substring) -> [String] {
        var parameters = [""]
        var depth = 0
        for character in list {
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            if character == ",", depth == 0 {
                parameters.append("")
            } else {
                parameters[parameters.count - 1].append(character)
            }
        }
        return parameters.map { String($0.drop(while: \.isWhitespace)) }
    }
}
