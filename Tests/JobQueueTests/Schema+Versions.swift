@testable import Database
@testable import JobQueue

extension Schema {
    private func with(steps: [Step]) -> Schema {
        Schema(steps: steps, oldest: oldest, owners: owners, races: races, strangers: strangers)
    }

    /// The tables as the program knew them whose newest format was this one.
    func upTo(_ format: Int) -> Schema { with(steps: Array(steps(upTo: format))) }

    /// The tables of a program that knows more steps, which are the same for both engines.
    func followed(by more: [String]) -> Schema {
        with(steps: steps + more.map { Step(sqlite: $0, postgres: $0) })
    }
}
