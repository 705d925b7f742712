import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

extension FileTests {
    /// Archives that are made while they are sent, as two other programs read them.
    @Suite(
        .enabled(
            if: ["/usr/bin/unzip", "/usr/bin/env"].allSatisfy(
                FileManager.default.isExecutableFile),
            "unzip is missing: 'make setup-shells'"))
    struct ArchiveStreamTests {
        /// A time that MS-DOS can write.
        private static let time = Date(timeIntervalSince1970: 1_795_251_600)

        /// A file of an archive, as Python sees it.
        private struct Entry: Decodable, Equatable {
            let name: String
            let text: String
            let year: Int
        }

        @Test(arguments: TestStore.all)
        func `headshots come in their order, and the missing ones are named`(
            store: TestStore
        ) async throws {
            try await TestHome.with(in: store) { test in
                var archive = ArchiveStream()
                var bytes = Data()
                try await test.home.objects.prepare("results/")
                var jobs: [JobID] = []
                for (stem, text) in [
                    ("anna", "first"), ("Anna", "second"), ("bert", nil), ("日本 &", ""),
                ] {
                    let job = freshID()
                    jobs.append(job)
                    if let text {
                        try await test.home.objects.replace("results/\(job).png", Data(text.utf8))
                    }
                    let file = KeptFile("results/\(job).png", in: test.home.objects)
                    let item = ExportItem(job: job, file: file, stem: stem)
                    let pieces = try await archive.add(item, modified: Self.time)
                    #expect(pieces.isEmpty == (text == nil))
                    for piece in pieces { bytes += piece }
                }
                for piece in archive.end(now: Self.time) { bytes += piece }
                let note =
                    "These headshots were removed, or could not be read:\n\nbert.png\n"
                #expect(
                    try await entries(of: bytes) == [
                        Entry(name: "anna.png", text: "first", year: 2026),
                        Entry(name: "Anna-\(jobs[1]).png", text: "second", year: 2026),
                        Entry(name: "日本 &.png", text: "", year: 2026),
                        Entry(name: "MISSING.txt", text: note, year: 2026),
                    ])
            }
        }

        @Test func `an archive of nothing is one, too`() async throws {
            try await withTemporaryFolder { folder in
                var archive = ArchiveStream()
                let bytes = archive.end(now: Self.time).reduce(Data(), +)
                #expect(bytes.count == 22)
                let path = "\(folder)/all.zip"
                try bytes.write(to: URL(filePath: path))
                #expect(try await python("print(len(z.namelist()))", path) == "0\n")
            }
        }

        @Test(arguments: [65_534, 65_535, 65_536, 70_001])
        func `an archive may have any number of files`(count: Int) async throws {
            try await withTemporaryFolder { folder in
                var zip = ZipStream()
                var bytes = Data()
                for number in 0..<count {
                    bytes += zip.header(of: "\(number)", modified: Self.time, Data())
                }
                bytes += zip.end()
                let path = "\(folder)/all.zip"
                try bytes.write(to: URL(filePath: path))
                try await expectWhole(path)
                #expect(
                    try await python("print(len(z.namelist()), z.namelist()[-1])", path)
                        == "\(count) \(count - 1)\n")
            }
        }

        @Test(arguments: [UInt64(UInt32.max) - 20, UInt64(UInt32.max), 5 << 30])
        func `an archive may be larger than 4 GiB`(start: UInt64) async throws {
            try await withTemporaryFolder { folder in
                let path = "\(folder)/all.zip"
                // A hole stands for what precedes the files, so that the test writes little.
                #expect(FileManager.default.createFile(atPath: path, contents: nil))
                let file = try FileHandle(forWritingTo: URL(filePath: path))
                defer { try? file.close() }
                var zip = ZipStream(offset: start)
                try file.seek(toOffset: start)
                for text in ["first", "second"] {
                    let bytes = Data(text.utf8)
                    try file.write(contentsOf: zip.header(of: text, modified: Self.time, bytes))
                    try file.write(contentsOf: bytes)
                }
                try file.write(contentsOf: zip.end())
                try await expectWhole(path)
                #expect(
                    try await python(
                        "print([(i.header_offset, z.read(i)) for i in z.infolist()])", path)
                        == "[(\(start), b'first'), (\(start + 35 + 14), b'second')]\n")
            }
        }

        /// The files of an archive that two programs find whole.
        private func entries(of archive: Data) async throws -> [Entry] {
            try await withTemporaryFolder { folder in
                let path = "\(folder)/all.zip"
                try archive.write(to: URL(filePath: path))
                try await expectWhole(path)
                let json = try await python(
                    """
                    import json
                    print(json.dumps([{'name': i.filename, 'text': z.read(i).decode(),
                        'year': i.date_time[0]} for i in z.infolist()]))
                    """, path)
                return try JSONDecoder().decode([Entry].self, from: Data(json.utf8))
            }
        }

        private func expectWhole(_ path: String) async throws {
            let tested = try await Program(path: "/usr/bin/unzip").run(["-tq", path])
            #expect(tested.exit == .status(0), "\(tested.output) \(tested.errors)")
            #expect(try await python("print(z.testzip())", path) == "None\n")
        }

        /// The output of a script for which `z` is the archive.
        private func python(_ script: String, _ path: String) async throws -> String {
            let result = try await Program(path: "/usr/bin/env").run([
                "python3", "-c",
                "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\n\(script)", path,
            ])
            #expect(result.exit == .status(0), "\(result.errors)")
            return result.output
        }
    }
}
