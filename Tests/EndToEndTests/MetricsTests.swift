import Foundation
import TestSupport
import Testing

/// What monitoring reads of a queue.
@Suite(.timeLimit(.minutes(10)))
struct MetricsTests {
    /// The samples of the command's answer, by name with labels; each line must be one.
    private func samples(_ sandbox: Sandbox) async throws -> [String: Double] {
        let result = try await sandbox.run("metrics")
        #expect(result.exit == .status(0), "\(result.errors)")
        var samples: [String: Double] = [:]
        for line in result.output.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = try #require(
                line.wholeMatch(
                    of: /(headshot_[a-z_]+(?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})?) (\S+)/))
            #expect(samples[String(parts.1)] == nil, "twice: \(line)")
            samples[String(parts.1)] = try #require(Double(String(parts.2)) as Double?)
        }
        return samples
    }

    @Test func `figures tell of jobs, requests and money, and of nobody`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            let photo = try sandbox.photo()
            let made = try await sandbox.submit([photo, "--person", "somebody-81f3"])
            #expect(try await sandbox.drain() == 0)
            _ = try await sandbox.submit([try sandbox.photo(seed: 1), "--person", "somebody-81f3"])
            let figures = try await samples(sandbox)
            let expected: [String: Double] = [
                #"headshot_jobs{state="succeeded"}"#: 1, #"headshot_jobs{state="waiting"}"#: 1,
                #"headshot_jobs_waiting{provider="gemini",reason="new"}"#: 1,
                #"headshot_charges_total{provider="gemini",state="paid"}"#: 1,
                #"headshot_charges_open{provider="gemini",state="started"}"#: 0,
                #"headshot_provider_seconds_bucket{provider="gemini",le="+Inf"}"#: 1,
                #"headshot_provider_seconds_count{provider="gemini"}"#: 1,
                "headshot_workers": 0,
            ]
            for (name, value) in expected { #expect(figures[name] == value, "\(name)") }
            let paid = figures.filter { $0.key.hasPrefix("headshot_spend_usd_total") }.values
            #expect(paid.reduce(0, +) > 0)
            #expect(try #require(figures["headshot_queue_bytes"]) > 0)
            #expect(try #require(figures["headshot_disk_free_bytes"]) > 0)

            let text = try await sandbox.run("metrics").output
            for secret in ["somebody", photo, made[0], sandbox.folder, Sandbox.key] {
                #expect(!text.contains(secret), "\(secret)")
            }

            _ = try await sandbox.run("forget", "somebody-81f3", "--yes")
            let later = try await samples(sandbox)
            #expect(later[#"headshot_jobs{state="succeeded"}"#] == 0)
            for (name, value) in figures where name.contains("_total") {
                #expect(later[name] == value, "\(name)")
            }
        }
    }

    @Test func `a closed gate says when it opens`() async throws {
        try await Sandbox.withEmulator(answer: "429-per-minute") { sandbox, _ in
            _ = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == 75)
            let figures = try await samples(sandbox)
            let gate = try #require(
                figures.keys.first { $0.hasPrefix("headshot_gate_open{") })
            #expect(figures[gate] == 0)
            let opens = gate.replacing("gate_open", with: "gate_opens_timestamp_seconds")
            #expect(try #require(figures[opens]) > Date.now.timeIntervalSince1970)
            #expect(figures[#"headshot_jobs_waiting{provider="gemini",reason="cooldown"}"#] == 1)
        }
    }

    @Test func `a queue that was never used has figures, too`() async throws {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_MAX_SPEND_PER_DAY"] = "12.5"
            let figures = try await samples(sandbox)
            #expect(figures["headshot_budget_usd"] == 12.5)
            #expect(figures[#"headshot_spend_usd_total{certainty="known"}"#] == 0)
            #expect(figures[#"headshot_jobs{state="uncertain"}"#] == 0)
        }
    }
}
