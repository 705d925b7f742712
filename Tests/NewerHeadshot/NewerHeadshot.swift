import Glibc

@testable import JobQueue

/// The next version of the program, which knows one more format: it opens the queue of a folder, and prints the format.
@main
struct NewerHeadshot {
    static func main() {
        let schema = Schema(migrations: Schema.steps + ["CREATE TABLE newer (id INTEGER) STRICT"])
        do {
            try JobStore(folder: CommandLine.arguments[1], schema: schema).close()
            print(schema.format)
        } catch {
            print(error)
            exit(1)
        }
    }
}
