import JobQueue
import Testing

@testable import Setup

/// How long things are kept, as settings say it.
struct KeepingTests {
    @Test(
        arguments: [
            ("1d", 86_400), ("24h", 86_400), ("90d", 7_776_000), ("1y", 31_536_000),
            ("forever", nil),
        ] as [(String, Int?)])
    func `a time is a day or more, or forever`(text: String, seconds: Int?) throws {
        #expect(try #require(KeepingTime(argument: text)).seconds == seconds)
    }

    @Test(arguments: ["", "0d", "23h", "90", "never", "86399s"])
    func `what is no such time is refused`(text: String) {
        #expect(KeepingTime(argument: text) == nil)
        let set = Configuration(Environment(variables: ["HEADSHOT_KEEP_PHOTOS": text]))
        if text.isEmpty { return }
        #expect(throws: SetupError.self) { try set.keeping() }
    }

    @Test func `each variable sets its part, and none is usual`() throws {
        #expect(try Configuration(Environment(variables: [:])).keeping().isForGood)
        let variables: [(Keeping.Part, Variable)] = [
            (.jobs, .keepJobs), (.photos, .keepPhotos), (.headshots, .keepHeadshots),
        ]
        #expect(variables.map(\.0).count == Keeping.Part.allCases.count)
        for (part, variable) in variables {
            let set = Configuration(Environment(variables: [variable.rawValue: "2d"]))
            var expected = Keeping()
            expected[part] = 172_800
            #expect(try set.keeping() == expected)
        }
    }
}
