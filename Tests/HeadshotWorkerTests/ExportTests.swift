import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

extension FileTests {
    /// Copies of headshots in folders and zip files.
    @Suite(
        .enabled(
            if: ["zip", "unzip"].map { "/usr/bin/\($0)" }
                .allSatisfy(FileManager.default.isExecutableFile),
            "zip or unzip is missing: 'make setup-shells'"))
    struct ExportTests {
        /// A folder of headshots, and a target in which nothing is yet.
        private struct Desk: Sendable {
            let folder: String
            let isZip: Bool
            /// Whose headshots are copied.
            let home: HeadshotHome

            var path: String { "\(folder)/\(isZip ? "team.zip" : "team")" }
            var target: ExportTarget { ExportTarget(path: path) }

            /// Saves a headshot and says how it is to be named.
            func headshot(
                _ bytes: String, named stem: String = "anna"
            ) async throws -> ExportItem {
                let job = freshID()
                try await keep(bytes, of: job)
                let file = KeptFile("results/\(job).png", in: home.objects)
                return ExportItem(job: job, file: file, stem: stem)
            }

            /// Gives a job's headshot these bytes.
            func keep(_ bytes: String, of job: JobID) async throws {
                try await home.objects.prepare("results/")
                try await home.objects.replace("results/\(job).png", Data(bytes.utf8))
            }

            /// The copies, by name.
            func copies() async throws -> [String: String] {
                guard isZip else { return try files(in: path) }
                let unpacked = "\(folder)/unpacked-\(UUID())"
                let result = try await Program(path: "/usr/bin/unzip").run([
                    "-q", path, "-d", unpacked,
                ])
                #expect(result.exit == .status(0), "\(result.errors)")
                return try files(in: unpacked)
            }

            private func files(in folder: String) throws -> [String: String] {
                let names = try FileManager.default.contentsOfDirectory(atPath: folder)
                return try Dictionary(
                    uniqueKeysWithValues: names.map {
                        ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8))
                    })
            }
        }

        @Test(arguments: [false, true], TestStore.all)
        func `what a killed export left is removed by a later one, and nothing else is`(
            zip: Bool, store: TestStore
        ) async throws {
            try await withDesk(zip: zip, in: store) { desk in
                let folder = zip ? desk.folder : desk.path
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true)
                let now = Date(timeIntervalSince1970: 1_795_251_600)
                let files = [
                    (".writing-aB3xYz", 10.0), (".writing-Zz9999", -10),
                    (".writing-a-poem.txt", 10),
                    ("mine", 10), (".writing", 10),
                ]
                for (name, age) in files {
                    let path = "\(folder)/\(name)"
                    try Data("x".utf8).write(to: URL(filePath: path))
                    try FileManager.default.setAttributes(
                        [.modificationDate: now - age], ofItemAtPath: path)
                }
                await desk.target.removeDrafts(before: now)
                let left = try FileManager.default.contentsOfDirectory(atPath: folder)
                #expect(Set(left).isSuperset(of: files.dropFirst().map(\.0)))
                #expect(!left.contains(files[0].0))
            }
        }

        private func withDesk(
            zip: Bool, in store: TestStore, _ body: (Desk) async throws -> Void
        ) async throws {
            try await withTemporaryFolder { folder in
                try await store.withHome("\(folder)/home") { home in
                    try await body(Desk(folder: folder, isZip: zip, home: home))
                }
            }
        }

        @Test(arguments: [false, true], TestStore.all)
        func `a second run adds what is new and touches nothing else`(zip: Bool, store: TestStore)
            async throws
        {
            try await withDesk(zip: zip, in: store) { desk in
                let anna = try await desk.headshot("anna")
                let first = try await desk.target.add([anna])
                #expect(first.added.map(\.job) == [anna.job])
                #expect(first.added.map(\.file) == ["anna.png"])
                let before = FileMark(desk.path)
                let again = try await desk.target.add([anna])
                #expect(again.added.isEmpty)
                #expect(again.unchanged == 1)
                #expect(FileMark(desk.path) == before)
                let bert = try await desk.headshot("bert", named: "bert")
                let second = try await desk.target.add([anna, bert])
                #expect(second.added.map(\.file) == ["bert.png"])
                #expect(second.unchanged == 1)
                #expect(try await desk.copies() == ["anna.png": "anna", "bert.png": "bert"])
            }
        }

        @Test(arguments: [false, true], TestStore.all)
        func `headshots of one name are told apart by their jobs, the same way each time`(
            zip: Bool, store: TestStore
        ) async throws {
            try await withDesk(zip: zip, in: store) { desk in
                // As long as one another: only their bytes tell them apart.
                let (one, other) = (try await desk.headshot("one"), try await desk.headshot("two"))
                let names = ["anna.png", "anna-\(other.job).png"]
                #expect(try await desk.target.add([one, other]).added.map(\.file) == names)
                let again = try await desk.target.add([other, one])
                #expect(again.added.isEmpty)
                #expect(again.unchanged == 2)
                #expect(try await desk.copies() == [names[0]: "one", names[1]: "two"])
            }
        }

        @Test(arguments: [false, true], TestStore.all)
        func `what others put there is never changed`(zip: Bool, store: TestStore) async throws {
            try await withDesk(zip: zip, in: store) { desk in
                let anna = try await desk.headshot("anna")
                if zip {
                    for (file, text) in [("anna.png", "mine"), ("notes.txt", "notes")] {
                        try Data(text.utf8).write(to: URL(filePath: "\(desk.folder)/\(file)"))
                    }
                    let made = try await Program(path: "/usr/bin/zip").run(
                        ["-q", "team.zip", "anna.png", "notes.txt"], folder: desk.folder)
                    #expect(made.exit == .status(0), "\(made.errors)")
                } else {
                    try FileManager.default.createDirectory(
                        atPath: desk.path, withIntermediateDirectories: false)
                    for (file, text) in [("anna.png", "mine"), ("notes.txt", "notes")] {
                        try Data(text.utf8).write(to: URL(filePath: "\(desk.path)/\(file)"))
                    }
                }
                let outcome = try await desk.target.add([anna])
                #expect(outcome.added.map(\.file) == ["anna-\(anna.job).png"])
                #expect(
                    try await desk.copies() == [
                        "anna.png": "mine", "notes.txt": "notes", "anna-\(anna.job).png": "anna",
                    ])
                // Both names are taken by what differs now: it is told, and nothing is written.
                try await desk.keep("retouched", of: anna.job)
                let taken = try await desk.target.add([anna])
                #expect(taken.taken == [anna])
                #expect(taken.added.isEmpty)
                #expect(try await desk.copies().count == 3)
            }
        }

        @Test(arguments: TestStore.all)
        func `in a zip file, names that differ in case alone are one`(store: TestStore) async throws
        {
            try await withDesk(zip: true, in: store) { desk in
                let small = try await desk.headshot("one", named: "anna")
                let large = try await desk.headshot("two", named: "Anna")
                let outcome = try await desk.target.add([small, large])
                #expect(outcome.added.map(\.file) == ["anna.png", "Anna-\(large.job).png"])
                #expect(try await desk.target.add([small, large]).unchanged == 2)
            }
        }

        @Test(arguments: [false, true], TestStore.all)
        func `a headshot that is gone stops no other`(zip: Bool, store: TestStore) async throws {
            try await withDesk(zip: zip, in: store) { desk in
                var gone = try await desk.headshot("gone", named: "gone")
                gone.file = KeptFile("results/gone.png", in: desk.home.objects)
                let anna = try await desk.headshot("anna")
                let outcome = try await desk.target.add([gone, anna])
                #expect(outcome.unreadable == [gone])
                #expect(outcome.added.map(\.file) == ["anna.png"])
            }
        }

        @Test(arguments: [false, true], TestStore.all)
        func `copies are for their owner only, and no draft is left`(zip: Bool, store: TestStore)
            async throws
        {
            try await withDesk(zip: zip, in: store) { desk in
                _ = try await desk.target.add([await desk.headshot("anna")])
                for file in zip ? [desk.path] : [desk.path, "\(desk.path)/anna.png"] {
                    let rights = try FileManager.default.attributesOfItem(atPath: file)[
                        .posixPermissions]
                    #expect((rights as? Int).map { $0 & 0o077 } == 0, "\(file)")
                }
                let names = try FileManager.default.subpathsOfDirectory(atPath: desk.folder)
                #expect(names.allSatisfy { !$0.contains(".writing-") })
            }
        }

        @Test(arguments: TestStore.all)
        func `a file that is no zip is refused and stays as it is`(store: TestStore) async throws {
            try await withDesk(zip: true, in: store) { desk in
                try Data("letter".utf8).write(to: URL(filePath: desk.path))
                let item = try await desk.headshot("anna")
                await #expect(throws: WorkerError.notAZip(path: desk.path)) {
                    try await desk.target.add([item])
                }
                #expect(try String(contentsOfFile: desk.path, encoding: .utf8) == "letter")
            }
        }

        @Test(arguments: TestStore.all)
        func `through a link, what it points to gets the headshots`(store: TestStore) async throws {
            try await withDesk(zip: true, in: store) { desk in
                let real = "\(desk.folder)/real.zip"
                try FileManager.default.createSymbolicLink(
                    atPath: desk.path, withDestinationPath: real)
                _ = try await ExportTarget.zip(real).add([await desk.headshot("anna")])
                _ = try await desk.target.add([await desk.headshot("bert", named: "bert")])
                #expect(
                    try FileManager.default.destinationOfSymbolicLink(atPath: desk.path) == real)
                #expect(try await desk.copies().keys.sorted() == ["anna.png", "bert.png"])
            }
        }

        @Test func `a folder may have a zip file's name`() async throws {
            try await withTemporaryFolder { folder in
                let path = "\(folder)/old.zip"
                #expect(ExportTarget(path: path) == .zip(path))
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false)
                #expect(ExportTarget(path: path) == .folder(path))
                #expect(ExportTarget(path: "\(folder)/team") == .folder("\(folder)/team"))
            }
        }

        /// A file's size and time.
        private struct FileMark: Equatable {
            let attributes: [String]

            init(_ path: String) {
                let found = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
                attributes = [FileAttributeKey.size, .modificationDate, .systemFileNumber].map {
                    "\(String(describing: found[$0]))"
                }
            }
        }
    }
}
