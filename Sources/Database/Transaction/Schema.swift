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
    /// The format after the first step; no released program wrote an older one.
    package let oldest: Int
    /// The query for the workers that hold work.
    package let owners: String
    /// The unique indexes that refuse a row because another transaction was faster; the same transaction is done again then.
    package let races: Set<String>
    /// Finds what no program of ours writes into a file of the newest format.
    package let strangers: @Sendable (SQLiteTransaction) throws -> [String]

    package init(
        steps: [Step], oldest: Int, owners: String, races: Set<String>,
        strangers: @escaping @Sendable (SQLiteTransaction) throws -> [String]
    ) {
        self.steps = steps
        self.oldest = oldest
        self.owners = owners
        self.races = races
        self.strangers = strangers
    }

    /// The newest format, which an up-to-date database has.
    package var format: Int { oldest + steps.count - 1 }

    /// The steps that a database of a format still has to go through; 0 is the format of an empty one.
    package func steps(after format: Int) -> ArraySlice<Step> {
        steps.dropFirst(format == 0 ? 0 : format - oldest + 1)
    }

    /// The steps that a database of a format has gone through; all of them for a newer one.
    package func steps(upTo format: Int) -> ArraySlice<Step> {
        steps.dropLast(max(0, self.format - format))
    }

    /// Refuses a format that this program does not know, or knows no more.
    package func check(_ found: Int, of place: String) throws(JobQueueError) {
        guard found <= format else {
            throw .newerVersion(path: place, found: found, known: format)
        }
        guard found == 0 || found >= oldest else {
            throw .unreleasedFormat(path: place, found: found, oldest: oldest)
        }
    }
}
