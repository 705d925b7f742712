import Foundation
import JobQueue
import TestSupport
import Testing

/// What strangers call their photos, through every output of the program, read as other programs read it.
@Suite(.timeLimit(.minutes(10)))
struct StrangeNamesTests {
    private static let names = StrangeNames.ofFiles.map { "\($0).jpg" }

    @Test func `the name of a photo stays a name in every output`() async throws {
        try await Sandbox.offline { sandbox in
            let strange = try Self.photos(named: Self.names, in: sandbox)
            let plain = try Self.photos(named: ["plain.jpg", "other.jpg"], in: sandbox)
            var told = ""
            func run(_ status: Int32, _ arguments: [String]) async throws {
                let result = try await sandbox.run(arguments)
                #expect(result.exit == .status(status), "\(arguments.prefix(3)): \(result.errors)")
                told += result.output + result.errors
            }
            try await run(0, ["submit", "--kind", "analysis", "--person", "anna"] + strange)
            try await run(0, ["submit", "--kind", "analysis", "--person", "plain"] + plain)
            try await run(0, ["drain", "--log-level", "trace"])
            try await run(0, ["list", "--limit", "1000"])
            try await run(0, ["status"])
            // There is no face in any.
            try await run(65, ["analyze", "--report", "strange-report.html"] + strange)
            try await run(65, ["analyze", "--report", "plain-report.html"] + plain)
            for (person, page) in [("anna", "strange"), ("plain", "plain")] {
                try await run(
                    0, ["sheet", "\(page)-sheet.html", "--limit", "1000", "--person", person])
            }
            for target in ["out", "out.zip"] {
                try await run(0, ["export", target, "--name", "{photo}", "--person", "anna"])
            }
            #expect(!told.unicodeScalars.contains { $0 != "\n" && Self.isObeyed($0) })
            try await expectPages(sandbox)
            try await expectRows(sandbox)
            try await expectFiles(sandbox)
        }
    }

    /// Writes photos of different bytes, and returns their paths.
    private static func photos(named names: [String], in sandbox: Sandbox) throws -> [String] {
        let folder = "photos-\(names.count)"
        try FileManager.default.createDirectory(
            atPath: "\(sandbox.folder)/\(folder)", withIntermediateDirectories: false)
        return try names.enumerated().map { number, name in
            let photo = try PhotoFixture.landscape(width: 256 + number)
            let path = "\(folder)/\(name)"
            let isMade = FileManager.default.createFile(
                atPath: "\(sandbox.folder)/\(path)", contents: photo)
            try #require(isMade, "\(name)")
            return path
        }
    }

    /// Whether a terminal obeys it, or shows what is after it elsewhere.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private func expectPages(_ sandbox: Sandbox) async throws {
        for page in ["report", "sheet"] {
            let strange = try await tags(of: "strange-\(page).html", sandbox)
            #expect(try await tags(of: "plain-\(page).html", sandbox) == strange)
        }
    }

    private func tags(of page: String, _ sandbox: Sandbox) async throws -> Set<String> {
        let page = try String(contentsOfFile: "\(sandbox.folder)/\(page)", encoding: .utf8)
        return Set(try await MarkupOutline.of(page))
    }

    /// A table has as many cells in each row, and none that a spreadsheet computes.
    private func expectRows(_ sandbox: Sandbox) async throws {
        let list = ["list", "--limit", "1000", "--person", "anna"]
        let table = try await sandbox.run(list + ["--csv"])
        let script = """
            import csv, io, json, sys
            text = io.StringIO(sys.stdin.buffer.read().decode(), newline='')
            print(json.dumps(list(csv.reader(text, strict=True))))
            """
        let read = try await Program(path: "/usr/bin/python3").run(
            ["-c", script], input: Data(table.output.utf8))
        let rows = try JSONDecoder().decode([[String]].self, from: Data(read.output.utf8))
        #expect(rows.count == Self.names.count + 1)
        let photo = try #require(rows.first?.firstIndex(of: "photo"))
        for row in rows {
            #expect(row.count == rows[0].count, "\(row)")
            for part in row.flatMap({ $0.unicodeScalars.split(separator: ";") }) {
                let start = part.first { !Self.isPassedOver($0) }
                #expect(!Self.formulaStarts.contains(start ?? "a"), "\(String(part))")
            }
        }
        let json = try await sandbox.run(list + ["--json"]).output
        let listed = try JSONDecoder().decode(Listed.self, from: Data(json.utf8))
        // A name that begins like a formula has an apostrophe more.
        #expect(
            listed.jobs.map { Self.bare($0.photo.printable) }
                == rows.dropFirst().map { Self.bare($0[photo]) })
    }

    private static func bare(_ name: String) -> [Unicode.Scalar] {
        name.unicodeScalars.filter { $0 != "'" }
    }

    private struct Listed: Decodable {
        struct Job: Decodable { let photo: String }
        let jobs: [Job]
    }

    private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar.properties.isWhitespace
            || scalar.properties.generalCategory == .nonspacingMark
    }

    private static let formulaStarts = Set("=+-@＝＋－＠".unicodeScalars)

    /// Each copy is a file in its place, under a name that every file system and shell takes for one.
    private func expectFiles(_ sandbox: Sandbox) async throws {
        let copies = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder)/out")
        let script = """
            import json, sys, zipfile
            print(json.dumps(zipfile.ZipFile(sys.argv[1]).namelist()))
            """
        let read = try await Program(path: "/usr/bin/python3").run([
            "-c", script, "\(sandbox.folder)/out.zip",
        ])
        let entries = try JSONDecoder().decode([String].self, from: Data(read.output.utf8))
        for names in [copies, entries] {
            #expect(Set(names).count == Self.names.count)
            for name in names {
                #expect(
                    !name.unicodeScalars.contains {
                        "/\\:*?\"<>|".unicodeScalars.contains($0) || Self.isObeyed($0)
                    }, "\(name)")
                #expect(![".", "-"].contains(name.unicodeScalars.first), "\(name)")
            }
        }
    }
}
