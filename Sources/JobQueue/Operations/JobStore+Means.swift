import Ground

extension JobStore {
    /// Throws ``JobQueueError/payLimitReached(most:)``, which undoes the transaction, if a new job takes what a person's
    /// headshots may cost beyond the limit of the person's link.
    ///
    /// What was charged counts by its cost, or what is known of it, and what is ordered by the price that was shown. Orders are
    /// numbered under one lock, so that two processes cannot exceed the limit together.
    static func requireMeans(for job: NewJob, _ tx: any QueueTransaction) throws {
        guard let quote = job.quote, job.person.space != .commandLine else { return }
        let most: Int? = try tx.value(
            "SELECT pay_up_to FROM invitee WHERE space = ? AND person = ?", job.person.arguments)
        guard let most else { return }
        let arguments = job.person.arguments + [job.kind.rawValue]
        // A person has few of both, since the limit bounds them.
        let charged: [Int] = try tx.values(
            """
            SELECT coalesce(cost, bound, estimate, 0) FROM charge
            WHERE space = ? AND person = ? AND kind = ? AND state <> 'free'
            """, arguments)
        let ordered: [Int] = try tx.values(
            """
            SELECT coalesce(quoted_price, 0) FROM job
            WHERE \(isOpenSQL) AND \(job.person.jobsSQL) AND space = ? AND person = ? AND kind = ?
                AND NOT EXISTS (
                    SELECT 1 FROM charge WHERE charge.job = job.id AND charge.state <> 'free')
            """, arguments)
        let sum = (charged + ordered).reduce(0) { $0.addingClamped($1) }
        // Nothing bounds what has an unknown price.
        guard quote.price != nil, sum <= most else {
            throw JobQueueError.payLimitReached(most: most)
        }
    }
}
