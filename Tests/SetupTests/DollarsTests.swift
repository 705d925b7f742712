import Testing

@testable import Setup

struct DollarsTests {
    @Test(arguments: [
        ("5", 5_000_000), ("0.50", 500_000), ("$12.5", 12_500_000), ("0.039", 39_000), ("0", 0),
        ("1000000", 1_000_000_000_000),
    ])
    func `a sum is dollars and a fraction`(text: String, microUSD: Int) {
        #expect(Dollars(argument: text)?.microUSD == microUSD)
    }

    @Test(arguments: ["", "$", "-1", "1,5", "1.2.3", ".5", "5.", "NaN", "1e3", "0.0000001", "٣"])
    func `what is no sum is refused`(text: String) {
        #expect(Dollars(argument: text) == nil)
    }
}
