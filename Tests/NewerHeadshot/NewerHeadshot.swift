import Glibc

@testable import Database
@testable import JobQueue

/// The next version of the program, which knows one more format: it opens the queue of a folder, and prints the format.
@main
struct NewerHeadshot {
    static func main() {
        let newer = "CREATE TABLE newer (id INTEGER) STRICT"
        let current = Schema.current
        let schema = Schema(
            steps: current.steps + [.init(sqlite: newer, postgres: newer)],
            oldest: current.oldest, owners: current.owners, races: current.races,
            strangers: current.strangers)
        do {
            try JobStore(folder: CommandLine.arguments[1], schema: schema).close()
            print(schema.format)
        } catch {
            print(error)
            exit(1)
        }
    }
}
