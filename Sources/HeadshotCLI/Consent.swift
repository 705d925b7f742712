/// The user's consent to something that costs money or cannot be undone.
enum Consent {
    /// Prints what will be done, and asks on a terminal; without one, only `--yes` consents.
    ///
    /// - Parameter summary: How many jobs, and what they cost.
    static func given(to summary: String, for jobs: ChosenJobs, yes: Bool) throws -> Bool {
        guard !jobs.tellIfEmpty() else { return true }
        note(summary)
        return try yes || Confirmation.ask("Go ahead?")
    }
}
