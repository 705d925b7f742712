/// The tables of a database: the numbered steps that make them, and what an engine must know of their content.
package struct Schema: Sendable {
    /// The statements that take a database from one format to the next, for each engine.
    package struct Step: Sendable {
        package let sqlite: String
        package let postgres: String

        package init(sqlite: String, postgres: String) {
            self.sqlite = sqlite
            self.postgres = postgres
        }
    }

    /// The steps from an empty database to the newest format; a released step is never edited.
    ///
    /// Until the last process of an older program has ended, the statements with which it ends its work must stay valid.
    package let steps: [Step]
    /// The query for the workers that hold work.
    package let owners: String
    /// The unique indexes that refuse a row because another transaction was faster; the same transaction is done again then.
    package let races: Set<String>
    /// Finds what no program of ours writes into a file of the newest format.
    package let strangers: @Sendable (SQLiteTransaction) throws -> [String]

    package init(
        steps: [Step], owners: String, races: Set<String>,
        strangers: @escaping @Sendable (SQLiteTransaction) throws -> [String]
    ) {
        self.steps = steps
        self.owners = owners
        self.races = races
        self.strangers = strangers
    }

    /// The number of steps that an up-to-date database has gone through.
    package var format: Int { steps.count }
}
