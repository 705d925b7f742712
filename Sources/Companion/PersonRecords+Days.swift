package import JobQueue

extension PersonRecords {
    /// What this module keeps; the queue has to be opened with it.
    package static let days = PersonRecords(
        remove: { person, tx in
            try JobStore.removePlan(of: person, tx)
            try tx.lock(.days(of: person))
            for table in tables {
                try tx.run("DELETE FROM \(table) WHERE space = ? AND person = ?", person.arguments)
            }
            let uploads: [String] = try tx.values(
                "DELETE FROM upload WHERE space = ? AND person = ? RETURNING photo",
                person.arguments)
            let photos = try uploads + JobStore.removeScans(of: person, tx)
            // The triggers have noted what was removed.
            try tx.run(
                "DELETE FROM changed WHERE space = ? AND person = ?", person.arguments)
            try tx.run(
                "DELETE FROM merged WHERE space = ?1 AND (person = ?2 OR into_person = ?2)",
                person.arguments)
            return photos
        },
        follow: { plans, space, tx in try JobStore.planPurchases(of: space, by: plans, tx) })

    /// The tables that have nothing but a person's days, and name no photo.
    private static let tables = [
        "wish", "task", "done_day", "streak", "streak_freeze", "reminder", "moment", "tip", "turn",
    ]
}
