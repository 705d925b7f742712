import JobQueue
import Testing

@testable import Answers

struct MoneyWordsTests {
    @Test(arguments: [
        (0, "$0.00"), (1, "under $0.001"), (499, "under $0.001"), (500, "$0.001"),
        (38_880, "$0.039"), (39_000, "$0.039"), (40_000, "$0.04"), (999_999, "$1.000"),
        (1_000_000, "$1.00"), (12_345_678, "$12.346"), (.min, "$0.00"), (-1_234_000, "$0.00"),
        (.max, "$1000000.00"),
    ])
    func `a sum has as many digits as it needs`(microUSD: Int, words: String) {
        #expect(MoneyWords.dollars(microUSD) == words)
    }

    @Test(
        arguments: [
            (ChargeState.free, 39_000, nil, "free"), (.paid, 39_000, 38_880, "$0.039"),
            (.paid, 39_000, nil, "about $0.039"), (.unknown, 39_000, nil, "perhaps $0.039"),
            (.started, nil, nil, "perhaps an unknown price"),
            (.paid, nil, nil, "about an unknown price"),
        ] as [(ChargeState, Int?, Int?, String)])
    func `a charge says how well its price is known`(
        state: ChargeState, estimate: Int?, cost: Int?, words: String
    ) throws {
        let charge = try Sample.charge(state, estimate: estimate, cost: cost)
        #expect(MoneyWords.price(of: charge) == words)
    }
}
