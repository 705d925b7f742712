import HeadshotWorker
import JobQueue
import TestSupport
import Testing

@testable import HeadshotCLI
@testable import Setup

@Suite(.timeLimit(.minutes(10)))
struct QueueCompletionTests {
    /// A home with a waiting job of each person.
    private func withHome(
        of people: [String], _ body: (String, [JobID]) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let store = try JobStore(folder: folder)
            let jobs = try people.map { person in
                NewJob(
                    kind: .headshot, payload: "{}", provider: "gemini",
                    person: try Sample.person(person),
                    input: JobInput(photo: String(repeating: "a", count: 64), name: "me.jpg"))
            }
            let submitted = try await store.submit(jobs, now: Sample.now)
            try store.close()
            try await body(folder, submitted.map(\.id))
        }
    }

    @Test(arguments: [
        ("cancel", 1), ("show", 1), ("watch", 1), ("resolve", 0), ("retry", 0), ("result", 0),
    ])
    func `a command is offered the jobs that it does something with`(
        command: String, count: Int
    ) async throws {
        try await withHome(of: ["anna"]) { home, jobs in
            let completion = QueueCompletion(
                ["headshot", command, ""], Environment(variables: ["HEADSHOT_HOME": home]))
            let offered = try #require(completion).jobs(startingWith: "")
            #expect(offered == jobs.prefix(count).map(\.description))
        }
    }

    @Test(arguments: [["--home", "%"], ["--home=%"], ["--home", "=", "%"], ["--home", "'%'"]])
    func `the home that was typed is looked into`(words: [String]) async throws {
        try await withHome(of: ["anna"]) { home, jobs in
            let typed = words.map { $0.replacing("%", with: home) }
            let completion = QueueCompletion(
                ["headshot", "show"] + typed + [""], Environment(variables: [:]))
            let offered = try #require(completion).jobs(startingWith: "")
            #expect(offered == jobs.map(\.description))
        }
    }

    @Test func `an id that a shell could take for more than a word is not offered`() async throws {
        let people = ["anna", "änne-2", "a b", "a$(id)", "a`id`", "a;b", "a\\b", "a'b", "a*"]
        try await withHome(of: people) { home, _ in
            let completion = QueueCompletion(
                ["headshot", "forget", ""], Environment(variables: ["HEADSHOT_HOME": home]))
            let offered = try #require(completion).people(startingWith: "")
            #expect(offered == ["anna", "änne-2"])
        }
    }

    @Test func `without a home there is nothing to offer`() {
        #expect(QueueCompletion(["headshot", "show", ""], Environment(variables: [:])) == nil)
    }
}
