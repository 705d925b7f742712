/// The links and consents of a queue, which a restore must not put back: a link that was revoked stays revoked.
struct PresentInvitations {
    private let spaces: [String]
    private let links: [QueueRow]
    private let consents: [QueueRow]

    /// Reads them.
    init(_ tx: any QueueTransaction) throws {
        spaces = try tx.values("SELECT name FROM space")
        links = try tx.rows(
            """
            SELECT space, person, link, link_created_at, link_ends_at, link_revoked_at FROM invitee
            WHERE link IS NOT NULL
            """)
        consents = try tx.rows("SELECT * FROM consent")
    }

    /// Gives them to the spaces that another queue knows, too.
    ///
    /// A link of a person of whom only the other queue knows leads nowhere: the person has left, or has become another.
    func replace(_ tx: any QueueTransaction) throws {
        let known = try Set(spaces).intersection(tx.values("SELECT name FROM space"))
        for space in known.sorted() {
            try tx.run(
                """
                UPDATE invitee
                SET link = NULL, link_created_at = NULL, link_ends_at = NULL, link_revoked_at = NULL
                WHERE space = ?
                """, [space])
        }
        for row in links where try known.contains(row.required("space")) {
            try tx.run(
                """
                UPDATE invitee SET link = ?3, link_created_at = ?4, link_ends_at = ?5,
                    link_revoked_at = ?6
                WHERE space = ?1 AND person = ?2
                """, row.values.map { $0 })
        }
        for row in consents where try known.contains(row.required("space")) {
            try tx.run(
                """
                DELETE FROM consent
                WHERE space = ? AND person = ? AND version = ? AND given_at = ?
                """,
                ["space", "person", "version"].map { row[$0] as String? }
                    + [row["given_at"] as Int64?])
            try tx.insert(row, into: "consent")
        }
    }
}
