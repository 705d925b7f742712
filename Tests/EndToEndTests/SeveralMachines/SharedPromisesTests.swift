import Foundation
import TestSupport
import Testing

/// The judge of a queue on a server: it finds nothing in a sound one, and each promise that is broken on purpose.
extension SeveralMachinesTests {
    @Test func `a sound queue keeps every promise, and each broken one is told`() async throws {
        try await Sandbox.withServer { sandbox, emulator, view in
            let id = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == 0)
            try await sandbox.expectPromises(printed: [id], emulator)
            let sound = Sight(
                store: try await view.store.sight(), printed: [id],
                ledger: try await emulator.ledger())
            func judge(_ sight: Sight) async throws -> [String] {
                try await checkPromises(
                    server: view.database, homes: [sandbox.home], store: sight.store,
                    printed: sight.printed, ledger: sight.ledger)
            }
            try await view.database.run(
                Self.tables.map { "CREATE TABLE kept_\($0) AS TABLE \($0)" }
                    .joined(separator: "; "))
            for breach in breaches(of: id, in: sound) {
                var sight = sound
                breach.commit(&sight)
                if let sql = breach.sql { try await view.database.run(sql) }
                let broken = try await judge(sight)
                #expect(broken.contains { $0.contains(breach.words) }, "\(breach.words): \(broken)")
                if breach.sql != nil { try await view.database.run(Self.putBack) }
                #expect(try await judge(sound) == [])
            }
            // What no job names is not wrong as long as a submit may be about to name it.
            var young = sound
            young.store.objects["photos/0123"] = StoredObject(bytes: Data(), written: Date())
            #expect(try await judge(young) == [])
        }
    }

    private static let tables = [
        "job", "charge", "job_count", "provider_sum", "day_sum", "person_sum", "space_sum",
    ]

    private static var putBack: String {
        let copies = tables.map {
            "DELETE FROM \($0); INSERT INTO \($0) OVERRIDING SYSTEM VALUE SELECT * FROM kept_\($0);"
        }
        return """
            BEGIN;
            SET LOCAL session_replication_role = replica;
            \(copies.joined(separator: "\n"))
            COMMIT
            """
    }

    /// What the judge is told besides the queue.
    private struct Sight {
        var store: StoreSight
        var printed: [String]
        var ledger: [LedgerEntry]
    }

    /// A way to break one promise, and the words that must tell of it.
    private struct Breach {
        let words: String
        var sql: String?
        var commit: (inout Sight) -> Void = { _ in }

        static func sql(_ words: String, _ sql: String) -> Breach { Breach(words: words, sql: sql) }

        /// An object that is another one; nil for one that is gone.
        static func object(_ words: String, _ key: String, _ object: StoredObject?) -> Breach {
            Breach(words: words) { $0.store.objects[key] = object }
        }
    }

    private func breaches(of id: String, in sound: Sight) -> [Breach] {
        let objects = sound.store.objects
        let fence = objects.keys.first { $0.hasSuffix(".charge") } ?? ""
        let paid = objects.keys.first { $0.hasSuffix(".paid") } ?? ""
        let headshot = "results/\(id)-front-professional"
        let stray = StoredObject(bytes: Data(), written: .distantPast)
        func changed(_ key: String, _ old: String, _ new: String) -> StoredObject? {
            objects[key].map { object in
                let text = String(decoding: object.bytes, as: UTF8.self)
                return StoredObject(
                    bytes: Data(text.replacing(old, with: new).utf8), written: object.written)
            }
        }
        func late(_ object: StoredObject?) -> StoredObject? {
            object.map { StoredObject(bytes: $0.bytes, written: .distantFuture) }
        }
        return [
            .sql("was printed and is lost", "DELETE FROM job"),
            .sql("sent without a charge", "DELETE FROM charge"),
            .sql("The queue keeps 2 of 'jobs succeeded'", "UPDATE job_count SET jobs = jobs * 2"),
            .sql("and the queue does not", "DELETE FROM charge"),
            .sql("not for its job's person", "UPDATE charge SET space = 'shop'"),
            .sql("is unknown, and the store says paid", "UPDATE charge SET state = 'unknown'"),
            .sql("differs from what the store says", "UPDATE charge SET cost = cost + 1"),
            .object("has no fence in the store", fence, nil),
            .object("sent without a fence", fence, nil),
            .object("sent before its fence", fence, late(objects[fence])),
            .object(
                "its fence forbids it", fence, changed(fence, "\"isVoid\":false", "\"isVoid\":true")
            ),
            .object("and the store says nothing", paid, nil),
            .object(
                "differs from what the store says", paid, changed(paid, "\"cost\":", "\"cost\":1")),
            .object("is paid, and that it is free", paid.replacing(".paid", with: ".free"), stray),
            .object("nothing that is kept of payments", "payments/notes", stray),
            .object("its headshot is not there", "\(headshot).png", nil),
            .object("not the picture that was sent", "\(headshot).png", stray),
            .object("its sidecar is missing", "\(headshot).json", nil),
            .object("has 2 headshots", "\(headshot)-2.png", stray),
            .object("No job needs photos/0123", "photos/0123", stray),
            .object("spool/\(id)-1.answer is left behind", "spool/\(id)-1.answer", stray),
            Breach(words: "was asked for again") { sight in
                sight.ledger += sight.ledger
            },
        ]
    }
}
