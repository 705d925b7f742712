public import Foundation

/// The tokens of a space, without their secrets.
public struct TokenRecord: Sendable, Equatable {
    /// Who holds it.
    public let holder: Access.Holder
    /// What the holder may do.
    public let scopes: Set<Access.Scope>
    /// When it was made.
    public let created: Date
    /// When it ends; `nil` for one that was not replaced.
    public let ends: Date?
}

/// A token, and the person for whom its holder uses it.
public struct TokenUse: Sendable, Hashable {
    /// The token.
    public let token: AccessToken
    /// The person; `nil` for none.
    public let person: Person?

    /// Names a use.
    public init(_ token: AccessToken, for person: Person?) {
        self.token = token
        self.person = person
    }
}

/// What the queue knows about the use of a token at one moment.
public struct TokenStanding: Sendable, Equatable {
    /// What the token allows.
    public let access: Access
    /// Whether the person may use the space; `nil` for none, or one whom the space has not met.
    public let admission: Admission?

    /// Describes a use.
    public init(_ access: Access, _ admission: Admission?) {
        self.access = access
        self.admission = admission
    }
}

extension JobStore {
    /// Adds a token to a space; returns whether there is such a space.
    ///
    /// In the command line's own, it is one of the server's operator.
    public func add(
        _ token: AccessToken, to space: Space, holder: Access.Holder, scopes: Set<Access.Scope>,
        now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            guard try space == .commandLine || Self.record(of: space, tx) != nil else {
                return false
            }
            try Self.insert(token, space, holder, scopes, now: now, tx)
            return true
        }
    }

    /// The space for which the holder of a token decides at the desk; `nil` for a token that does not let its holder decide.
    ///
    /// The command line's own means all, for the server's operator.
    public nonisolated func desk(
        with token: AccessToken, now: Date
    ) async throws(JobQueueError) -> Space? {
        try await read { tx in
            guard let row = try Self.row(of: token, now: now, tx),
                try row.required("holder", Access.Holder.init) == .server,
                try row.required("scopes", Set<Access.Scope>.init(words:)).contains(.operate)
            else { return nil }
            return try row.required("space", Space.init(row:))
        }
    }

    /// Replaces a space's tokens of a holder by one with the rights of the latest.
    ///
    /// - Parameter end: When the others end, at the latest.
    /// - Returns: What the new token allows; `nil` if there was none to replace.
    public func rotate(
        to token: AccessToken, of space: Space, holder: Access.Holder, othersEnd end: Date,
        now: Date
    ) throws(JobQueueError) -> Set<Access.Scope>? {
        try write { tx in
            let latest = try Self.tokens(of: space, now: now, tx).first { $0.holder == holder }
            guard let latest else { return nil }
            try tx.run(
                """
                UPDATE token SET ends_at = ?1
                WHERE space = ?2 AND holder = ?3 AND (ends_at IS NULL OR ends_at > ?1)
                """, [end.milliseconds, space.rawValue, holder.rawValue])
            try Self.insert(token, space, holder, latest.scopes, now: now, tx)
            return latest.scopes
        }
    }

    /// Ends all tokens of a space at once; returns how many there were.
    public func revokeTokens(of space: Space, now: Date) throws(JobQueueError) -> Int {
        try write { tx in
            let count = try Self.tokens(of: space, now: now, tx).count
            try tx.run("DELETE FROM token WHERE space = ?", [space.rawValue])
            return count
        }
    }

    /// The valid tokens of a space, the latest first.
    public nonisolated func tokens(
        of space: Space, now: Date
    ) async throws(JobQueueError) -> [TokenRecord] {
        try await read { tx in try Self.tokens(of: space, now: now, tx) }
    }

    /// What the holder of a token may do; `nil` for one that does not exist, or not any more.
    public nonisolated func access(
        with token: AccessToken, now: Date
    ) async throws(JobQueueError) -> Access? {
        try await read { tx in try Self.access(with: token, now: now, tx) }
    }

    /// What tokens allow for the persons whom their holders name, all as of one moment; uses of tokens that are not
    /// valid are left out.
    ///
    /// It costs two lookups for each different token and one for each different person.
    public nonisolated func standings(
        of uses: Set<TokenUse>, now: Date
    ) async throws(JobQueueError) -> [TokenUse: TokenStanding] {
        try await read { tx in
            var standings: [TokenUse: TokenStanding] = [:]
            for (token, uses) in Dictionary(grouping: uses, by: \.token) {
                guard let access = try Self.access(with: token, now: now, tx) else { continue }
                for use in uses {
                    standings[use] = TokenStanding(
                        access, try use.person.flatMap { try Self.standing(of: $0, tx) })
                }
            }
            return standings
        }
    }

    private static func access(
        with token: AccessToken, now: Date, _ tx: any QueueTransaction
    ) throws -> Access? {
        // What the server's operator has is of no space, and opens no route of an app.
        guard let row = try row(of: token, now: now, tx),
            let space = try record(of: row.required("space", Space.init(row:)), tx)
        else { return nil }
        return Access(
            space: space, holder: try row.required("holder", Access.Holder.init),
            scopes: try row.required("scopes", Set<Access.Scope>.init(words:)))
    }

    private static func row(
        of token: AccessToken, now: Date, _ tx: any QueueTransaction
    ) throws -> QueueRow? {
        try tx.row(
            """
            SELECT space, holder, scopes FROM token
            WHERE hash = ? AND (ends_at IS NULL OR ends_at > ?)
            """, [token.hash, now.milliseconds])
    }

    /// The tokens of the server's operator and of all spaces, also of those that have none.
    static func allTokens(_ tx: any QueueTransaction) throws -> [String: [QueueRow]] {
        let spaces: [String] = try [""] + tx.values("SELECT name FROM space")
        return try spaces.reduce(into: [:]) { tokens, space in
            tokens[space] = try tx.rows("SELECT * FROM token WHERE space = ?", [space])
        }
    }

    /// Gives the spaces of this queue the tokens that they have in another.
    static func replaceTokens(
        by tokens: [String: [QueueRow]], _ tx: any QueueTransaction
    ) throws {
        for (space, rows) in tokens
        where try space.isEmpty || tx.has("space WHERE name = ?", [space]) {
            try tx.run("DELETE FROM token WHERE space = ?", [space])
            for row in rows { try tx.insert(row, into: "token") }
        }
    }

    static func insert(
        _ token: AccessToken, _ space: Space, _ holder: Access.Holder,
        _ scopes: Set<Access.Scope>, now: Date, _ tx: any QueueTransaction
    ) throws {
        // A rest of those that ended long ago.
        try tx.run("DELETE FROM token WHERE ends_at <= ?", [now.milliseconds])
        try tx.run(
            """
            INSERT INTO token (hash, space, holder, scopes, created_at) VALUES (?, ?, ?, ?, ?)
            """,
            [
                token.hash, space.rawValue, holder.rawValue, scopes.words, now.milliseconds,
            ])
    }

    private static func tokens(
        of space: Space, now: Date, _ tx: any QueueTransaction
    ) throws -> [TokenRecord] {
        try tx.rows(
            """
            SELECT holder, scopes, created_at, ends_at FROM token
            WHERE space = ? AND (ends_at IS NULL OR ends_at > ?)
            ORDER BY created_at DESC, ends_at IS NULL DESC
            """, [space.rawValue, now.milliseconds]
        ).map(TokenRecord.init(row:))
    }
}

extension TokenRecord {
    fileprivate init(row: QueueRow) throws {
        holder = try row.required("holder", Access.Holder.init)
        scopes = try row.required("scopes", Set<Access.Scope>.init(words:))
        created = try row.date("created_at")
        ends = row.optionalDate("ends_at")
    }
}
