import HeadshotWorker
import Testing

@testable import HeadshotCLI

struct StopWordsTests {
    @Test(arguments: [
        (4, 4, 134_000, "4 requests are on their way", "gives them up, and about $0.134 may"),
        // Two were made ready meanwhile, and go back.
        (6, 4, 134_000, "4 requests are on their way", "gives them up, and about $0.134 may"),
        (1, 1, nil, "1 request is on its way", "gives it up, and an unknown sum may"),
    ])
    func
        `the first Ctrl-C counts the requests that are on their way, and says what a second one may cost`(
            running: Int, requests: Int, price: Int?, words: String, cost: String
        ) throws
    {
        let line = try #require(
            StopWords.line(running, RequestsUnderWay(count: requests, price: price)))
        #expect(line.contains(words))
        #expect(line.contains(cost))
    }

    @Test func `free work is not said to cost anything`() throws {
        let line = try #require(StopWords.line(3, RequestsUnderWay(count: 0, price: 0)))
        #expect(line.contains("3 jobs"))
        #expect(line.contains("nothing is charged"))
        #expect(!line.contains("$"))
    }

    @Test func `without a running job there is nothing to say`() {
        #expect(StopWords.line(0, RequestsUnderWay(count: 0, price: 0)) == nil)
    }
}
