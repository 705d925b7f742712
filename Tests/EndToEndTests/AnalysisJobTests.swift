import Foundation
import TestSupport
import Testing

/// `submit --kind analysis`, as a person uses it.
@Suite(.timeLimit(.minutes(10)))
struct AnalysisJobTests {
    private func object(_ json: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    @Test func `an analysis is queued and drained free, and says what analyze says`() async throws {
        try await Sandbox.withoutKey { sandbox, server in
            let submitted = try await sandbox.run("submit", "--kind", "analysis", "me.jpg")
            #expect(submitted.exit == .status(0))
            #expect(submitted.errors == "1 analysis, free and made on this machine.\n")
            let id = try #require(submitted.output.split(separator: " ").first.map(String.init))
            #expect(submitted.output == "\(id)  analysis  me.jpg\n")
            let drained = try await sandbox.run("drain")
            #expect(drained.exit == .status(0), "\(drained.errors)")
            let path = "\(sandbox.results)/\(id)-analysis.json"
            #expect(try await sandbox.run("result", id).output == "\(path)\n")

            let kept = try object(String(contentsOfFile: path, encoding: .utf8))
            let analyzed = try object(await sandbox.run("analyze", "me.jpg", "--json").output)
            let told = try #require((analyzed["photos"] as? [[String: Any]])?.first)
            #expect(kept["score"] as? Double == told["score"] as? Double)
            #expect(Set(kept.keys) == Set(told.keys).subtracting(["ratios"]))

            let shown = try object(await sandbox.run("show", id, "--json").output)
            #expect(shown["kind"] as? String == "analysis")
            #expect(shown["score"] as? Double == told["score"] as? Double)
            #expect(shown["style"] == nil)
            #expect(try await sandbox.run("usage").output.contains("$0.00"))
            #expect(server.log.isEmpty)
        }
    }

    @Test func `jobs are listed, repeated, exported and forgotten by their kind`() async throws {
        try await Sandbox.withoutKey { sandbox, _ in
            let submitted = try await sandbox.run(
                "submit", "--kind", "analysis", "--report", "--person", "anna", "me.jpg")
            let id = try #require(submitted.output.split(separator: " ").first.map(String.init))
            _ = try await sandbox.run("submit", "--person", "bert", "me.jpg")
            #expect(try await sandbox.run("drain").exit == .status(0))
            let listed = try object(
                await sandbox.run("list", "--kind", "analysis", "--json").output)
            let jobs = try #require(listed["jobs"] as? [[String: Any]])
            #expect(jobs.map { $0["id"] as? String } == [id])
            let sheet = try await sandbox.run("sheet", "seen.html", "--kind", "analysis")
            #expect(sheet.exit == .status(0), "\(sheet.errors)")
            let page = try String(
                contentsOfFile: "\(sandbox.folder)/seen.html", encoding: .utf8)
            #expect(page.contains("The analysis is ready: "))
            #expect(!page.contains("Headshot"))
            let again = try await sandbox.run("retry", id, "--by", "gemini")
            #expect(again.exit == .status(0), "\(again.errors)")
            #expect(again.errors.contains("1 analysis, free and made on this machine"))
            #expect(try await sandbox.run("drain").exit == .status(0))
            let exported = try await sandbox.run(
                "export", "out", "--kind", "analysis", "--all-attempts")
            #expect(exported.exit == .status(0), "\(exported.errors)")
            // The repetition made the same bytes.
            #expect(exported.output == "Added 1 analysis to out; 1 was there before.\n")
            let names = try FileManager.default.contentsOfDirectory(
                atPath: "\(sandbox.folder)/out")
            #expect(names.contains("anna-analysis.json"))
            #expect(names.allSatisfy { $0.hasPrefix("anna-analysis") })
            #expect(try await sandbox.run("forget", "anna", "--yes").exit == .status(0))
            let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.results)
            #expect(left.allSatisfy { $0.contains("-front-professional.") })
        }
    }

    @Test(arguments: [
        ["--angle", "left"], ["--all-styles"], ["--backdrop", "blur"], ["--force"],
        ["--max-cost", "1"], ["--provider", "gemini"], ["--check-only"],
    ])
    func `an analysis takes no option of headshots`(options: [String]) async throws {
        try await Sandbox.withoutKey { sandbox, _ in
            let result = try await sandbox.run(
                ["submit", "--kind", "analysis", "me.jpg"] + options)
            #expect(result.exit == .status(64))
            #expect(try await sandbox.run("list").errors.hasPrefix("The queue is empty."))
        }
    }

    @Test(arguments: [["--side", "me.jpg"], ["--report"]])
    func `a headshot takes no option of an analysis`(options: [String]) async throws {
        try await Sandbox.withoutKey { sandbox, _ in
            let result = try await sandbox.run(["submit", "me.jpg"] + options)
            #expect(result.exit == .status(64))
        }
    }
}
