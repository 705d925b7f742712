import Foundation
import HeadshotWorker
import JobQueue

/// How rows of invited persons are read.
enum InviteeRow {
    /// The person of the row that stands for the public link of a space.
    static let publicLink = ""

    /// Invited persons with what is computed of them, as what follows FROM: the state as it is shown, and the link by which a
    /// person is in, which may be the public one.
    ///
    /// Each row costs a few lookups by indexes.
    static let table = """
        (SELECT invitee.*, \(shownState) AS shown, way.link AS way_link,
            way.link_created_at AS way_created_at, way.link_ends_at AS way_ends_at,
            way.link_revoked_at AS way_revoked_at
        FROM invitee JOIN invitee AS way ON way.space = invitee.space
            AND way.person = CASE WHEN invitee.by_public = 1 THEN '' ELSE invitee.person END)
        AS listed
        """

    /// The state as it is shown: of a person who has ordered, it follows from the jobs.
    private static let shownState = """
        CASE WHEN invitee.state <> 'making' THEN invitee.state
            WHEN EXISTS (SELECT 1 FROM job WHERE \(isOpenSQL) AND \(isHeadshot)) THEN 'making'
            WHEN EXISTS (
                SELECT 1 FROM job WHERE job.state = 'succeeded' AND job.result IS NOT NULL
                    AND job.created_at >= coalesce(invitee.retake_at, 0) AND \(isHeadshot))
            THEN 'choose' ELSE 'photo' END
        """

    private static let isHeadshot = """
        job.space <> '' AND job.space = invitee.space AND job.person = invitee.person
        AND job.kind = '\(JobKind.headshot)'
        """
}

extension QueueTransaction {
    /// An invited person; `nil` for one who was not, or has left.
    func invitee(_ person: Person) throws -> Invitee? {
        try row(
            "SELECT * FROM \(InviteeRow.table) WHERE space = ? AND person = ?", person.arguments
        ).map(Invitee.init(row:))
    }
}

extension Invitee {
    init(row: QueueRow) throws {
        person = try row.requiredPerson()
        name = try row.required("name")
        department = try row.required("department")
        email = try row.required("email")
        let way = try LinkRecord(row: row, "way")
        link = way
        terms = InviteTerms(
            styles: try row.styles(), ends: way?.ends ?? .distantPast,
            payUpTo: row.money("pay_up_to"))
        state = try row.required("shown", InviteState.init)
        retakeReason = (row["retake_reason"] as String?).flatMap(RetakeReason.init)
        retakeWords = try row.required("retake_words")
        chosen = (row["chosen"] as Int64?).flatMap(JobID.init(rawValue:))
        isByPublicLink = try row.required("by_public")
        created = try row.date("created_at")
        changed = try row.date("changed_at")
        reminded = row.optionalDate("reminded_at")
    }
}

extension LinkRecord {
    /// Reads a link from columns whose names begin with a word; `nil` if there is none.
    init?(row: QueueRow, _ word: String) throws {
        guard let hash: String = row[word == "link" ? word : "\(word)_link"] else { return nil }
        self.hash = hash
        created = try row.date("\(word)_created_at")
        ends = try row.date("\(word)_ends_at")
        revoked = row.optionalDate("\(word)_revoked_at")
    }
}

extension QueueRow {
    /// The styles that a row names.
    func styles() throws -> [String] {
        try (required("styles") as String).split(separator: " ").map(String.init)
    }
}
