import ArgumentParser
import Foundation
import Setup
import Testing

@testable import HeadshotCLI

/// Options reach the settings as what comes before the environment.
@Suite(.timeLimit(.minutes(10)))
struct OverridesTests {
    @Test func `options of the cap are taken over, and none is made up`() throws {
        let options = try CapOptions.parse([
            "--daily-cap", "3", "--max-spend-per-day", "0.50", "--time-zone", "Europe/Berlin",
        ])
        let expected = CapOverrides(
            dailyCap: 3, maxSpendPerDay: Dollars(argument: "0.50"),
            timeZone: TimeZone(identifier: "Europe/Berlin"))
        #expect(options.overrides == expected)
        #expect(try CapOptions.parse([]).overrides == CapOverrides())
    }

    @Test func `options of the provider are taken over, and none is made up`() throws {
        let options = try ProviderOptions.parse([
            "--model", "a", "--base-url", "https://a.example", "--api-key-file", "/key",
        ])
        let expected = ProviderOverrides(
            model: "a", baseURL: "https://a.example", apiKeyFile: "/key")
        #expect(options.overrides == expected)
        #expect(try ProviderOptions.parse([]).overrides == ProviderOverrides())
    }

    @Test(arguments: ["", String(repeating: "m", count: 201)])
    func `a model of a name that no model has is refused`(name: String) {
        #expect(throws: (any Error).self) { try ProviderOptions.parse(["--model", name]) }
    }
}
