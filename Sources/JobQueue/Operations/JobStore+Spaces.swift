public import Foundation
import Ground

/// The first token of a new space, who holds it, and what the holder may do.
public typealias NewToken = (token: AccessToken, holder: Access.Holder, scopes: Set<Access.Scope>)

/// A change of one setting that can also be unset.
public enum SettingChange<Value: Sendable>: Sendable {
    /// The setting stays.
    case keep
    /// The setting gets a value; `nil` unsets it.
    case set(Value?)
}

/// A space after a change.
public struct ChangedSpace: Sendable, Equatable {
    /// The space.
    public let record: SpaceRecord
    /// Whether its webhook has a new secret.
    public let isSecretNew: Bool
}

extension JobStore {
    /// Adds a space with all that it begins with, in one transaction; returns `nil`, and adds nothing, if it exists.
    ///
    /// - Parameters:
    ///   - words: The space's own texts, as JSON; `nil` for those of its preset.
    ///   - webhook: Where its deliveries are sent; `nil` for nowhere.
    ///   - token: Its first token; `nil` for none.
    public func create(
        _ space: Space, _ settings: SpaceSettings, words: String? = nil,
        webhook: WebhookURL? = nil, token: NewToken? = nil, now: Date
    ) throws(JobQueueError) -> SpaceRecord? {
        try write { tx in
            let isNew =
                try tx.run(
                    """
                    INSERT INTO space (name, \(SpaceSettings.columns.joined(separator: ", ")), created_at)
                    VALUES (?, \(SpaceSettings.columns.map { _ in "?" }.joined(separator: ", ")), ?)
                    ON CONFLICT (name) DO NOTHING
                    """, [space.rawValue] + settings.values() + [now.milliseconds]) == 1
            guard isNew else { return nil }
            if let words { try Self.setWords(words, of: space, tx) }
            if let webhook { _ = try Self.setWebhook(webhook, of: space, now: now, tx) }
            if let token {
                try Self.insert(token.token, space, token.holder, token.scopes, now: now, tx)
            }
            return try Self.record(of: space, tx)
        }
    }

    /// Changes a space, in one transaction; returns `nil`, and changes nothing, if there is none.
    ///
    /// Jobs that wait for the space's money are judged again.
    ///
    /// - Parameters:
    ///   - words: The space's own texts, as JSON; unset, it has those of its preset.
    ///   - webhook: Where its deliveries are sent.
    ///   - body: Changes the other settings.
    public func change(
        _ space: Space, words: SettingChange<String> = .keep,
        webhook: SettingChange<WebhookURL> = .keep, now: Date,
        _ body: @Sendable (inout SpaceSettings) -> Void = { _ in }
    ) throws(JobQueueError) -> ChangedSpace? {
        try write { tx in
            try tx.lock(.purchases(of: space))
            guard var settings = try Self.record(of: space, tx)?.settings else { return nil }
            body(&settings)
            try tx.run(
                """
                UPDATE space
                SET \(SpaceSettings.columns.map { "\($0) = ?" }.joined(separator: ", "))
                WHERE name = ?
                """, settings.values() + [space.rawValue])
            for records in records { try records.follow(settings.plans, space, tx) }
            try Self.releaseSpent("space = ?", [space.rawValue], now: now, tx)
            if case .set(let words) = words { try Self.setWords(words, of: space, tx) }
            var isSecretNew = false
            if case .set(let url) = webhook {
                isSecretNew = try Self.setWebhook(url, of: space, now: now, tx)
            }
            return try Self.record(of: space, tx).map {
                ChangedSpace(record: $0, isSecretNew: isSecretNew)
            }
        }
    }

    /// The texts that an operator gave a space, as JSON; `nil` if it uses those of its preset, or is unknown.
    public nonisolated func words(of space: Space) async throws(JobQueueError) -> String? {
        try await read { tx in
            try tx.value("SELECT words FROM space WHERE name = ?", [space.rawValue])
        }
    }

    private static func setWords(
        _ words: String?, of space: Space, _ tx: any QueueTransaction
    ) throws {
        try tx.run("UPDATE space SET words = ? WHERE name = ?", [words, space.rawValue])
    }

    /// All spaces without the command line's own, by name.
    public nonisolated func spaces() async throws(JobQueueError) -> [SpaceRecord] {
        try await read { tx in try tx.spaces(where: "TRUE") }
    }

    /// What is known of a space; `nil` if it was never added.
    public nonisolated func record(of space: Space) async throws(JobQueueError) -> SpaceRecord? {
        try await read { tx in try Self.record(of: space, tx) }
    }

    package static func record(of space: Space, _ tx: any QueueTransaction) throws -> SpaceRecord? {
        try tx.spaces(where: "name = ?", [space.rawValue]).first
    }
}

extension QueueTransaction {
    /// The spaces that meet a condition, by name.
    package func spaces(
        where condition: String, _ arguments: [(any SQLConvertible)?] = []
    ) throws -> [SpaceRecord] {
        try rows(
            "SELECT \(SpaceRecord.columns) FROM space WHERE \(condition) ORDER BY name", arguments
        ).map(SpaceRecord.init(row:))
    }
}

extension SpaceRecord {
    /// All columns but the words, which are long and seldom needed.
    static let columns = """
        name, \(SpaceSettings.columns.joined(separator: ", ")), webhook, webhook_secret,
        webhook_overlap, webhook_refused_at, created_at
        """

    init(row: QueueRow) throws {
        space = try row.required("name") { Space($0) }
        var settings = SpaceSettings(
            provider: try row.required("provider"), budget: row["budget"])
        settings.totalBudget = row["total_budget"]
        settings.newPersons = try row.required("new_persons")
        settings.features = try row.required("features", Set<SpaceSettings.Feature>.init(words:))
        settings.plans = try row.required("plans", Self.plans.callAsFunction)
        settings.keepsPhotos = try row.required("keeps_photos")
        settings.shrinksPhotos = try row.required("shrinks_photos")
        settings.preset = try row.required("preset", SpacePreset.init)
        settings.timeZone = row["time_zone"]
        settings.streak = try row.required("streak", StreakRule.init)
        settings.variesScores = try row.required("varies_scores")
        settings.hardMoments = try row.required("hard_moments", SpaceSettings.HardMoments.init)
        settings.asksBeforeModels = try row.required("asks_before_models")
        settings.limits = try row.required("limits", Self.limits.callAsFunction)
        for part in Keeping.Part.allCases {
            let seconds: Int? = row["keep_\(part.rawValue)"]
            // Less than none would remove what has ended just now.
            settings.keeping[part] = seconds.flatMap { $0 > 0 ? $0 : nil }
        }
        self.settings = settings
        webhook = try row["webhook"].flatMap(WebhookURL.init).map { url in
            Webhook(
                url: url, generation: try row.required("webhook_secret"),
                overlap: row.optionalDate("webhook_overlap"),
                refused: row.optionalDate("webhook_refused_at"))
        }
        created = try row.date("created_at")
    }

    private static let plans = ReadOnce { StoredJSON.value(PlanTable.self, $0) }
    private static let limits = ReadOnce(SpaceLimits.init(json:))
}

extension SpaceSettings {
    fileprivate static let columns =
        [
            "provider", "budget", "total_budget", "new_persons", "features", "plans",
            "keeps_photos",
            "shrinks_photos", "preset",
            "time_zone", "streak", "varies_scores", "hard_moments", "asks_before_models", "limits",
        ] + Keeping.Part.allCases.map { "keep_\($0.rawValue)" }

    /// The values of the ``columns``, in their order.
    fileprivate func values() throws -> [(any SQLConvertible)?] {
        [
            provider, budget, totalBudget, newPersons, features.words,
            try StoredJSON.text(plans), keepsPhotos, shrinksPhotos,
            preset.rawValue, timeZone, streak.rawValue, variesScores, hardMoments.rawValue,
            asksBeforeModels, try limits.json,
        ] + Keeping.Part.allCases.map { keeping[$0] }
    }
}
