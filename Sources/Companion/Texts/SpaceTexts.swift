package import JobQueue
package import People
import Synchronization

/// The texts of spaces, read once and not for each request.
package final class SpaceTexts: Sendable {
    private struct Entry {
        let own: String?
        let preset: SpacePreset
        let words: Words
        /// Made once, and only where a moment is read: it prepares thousands of words.
        var reader: MomentReader?
    }

    private let store: JobStore
    private let entries = Mutex<[Space: Entry]>([:])

    package init(store: JobStore) { self.store = store }

    /// The current texts of a space.
    package func words(of record: SpaceRecord) async throws -> Words {
        try await entry(of: record).words
    }

    /// What reads moments by these words.
    package func reader(of record: SpaceRecord) async throws -> MomentReader {
        var entry = try await entry(of: record)
        if let reader = entry.reader { return reader }
        let reader = MomentReader(entry.words)
        entry.reader = reader
        entries.withLock { [entry] in $0[record.space] = entry }
        return reader
    }

    private func entry(of record: SpaceRecord) async throws -> Entry {
        let own = try await store.words(of: record.space)
        let preset = record.settings.preset
        if let known = entries.withLock({ $0[record.space] }), known.own == own,
            known.preset == preset
        {
            return known
        }
        let words = try Words.resolved(own: own, preset: preset)
        let entry = Entry(own: own, preset: preset, words: words)
        entries.withLock { $0[record.space] = entry }
        return entry
    }
}

extension Words {
    /// The texts of a space.
    ///
    /// - Parameter own: As stored; `nil` if it has none.
    package static func resolved(own: String?, preset: SpacePreset) throws -> Words {
        guard let own else { return ofPreset(preset).completed }
        return try Words(json: own).completed
    }

    package static func ofPreset(_ preset: SpacePreset) -> Words {
        Preset(rawValue: preset.rawValue).map(Words.preset) ?? .preset(.headshots)
    }
}
