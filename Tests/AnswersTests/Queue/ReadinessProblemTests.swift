import Foundation
import Testing

@testable import Answers

struct ReadinessProblemTests {
    private let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `every problem has words, and is documented for programs`() throws {
        let document = try String(
            contentsOf: repository.appending(path: "Sources/HeadshotServer/Resources/openapi.json"),
            encoding: .utf8)
        let list = try String(
            contentsOf: repository.appending(path: "docs/json.md"), encoding: .utf8)
        let names = ReadinessProblem.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        #expect(document.contains("\"enum\": [\(names)]"))
        for problem in ReadinessProblem.allCases {
            #expect(list.contains("`\(problem.rawValue)`"))
            #expect(problem.words.contains(" "))
        }
        #expect(
            Set(ReadinessProblem.allCases.map(\.words)).count == names.split(separator: ",").count)
    }
}
