import JobQueue
import People
import Setup
import Synchronization

/// The words of spaces, read once and not for each request.
final class WordsShelf: Sendable {
    private struct Entry {
        let own: String?
        let preset: SpacePreset
        let words: Words
        /// Made once, since it prepares hundreds of phrases.
        let reader: MomentReader
    }

    private let store: JobStore
    private let entries = Mutex<[Space: Entry]>([:])

    init(store: JobStore) { self.store = store }

    /// The current texts of a space.
    func words(of record: SpaceRecord) async throws -> Words { try await entry(of: record).words }

    /// What reads moments by these words.
    func reader(of record: SpaceRecord) async throws -> MomentReader {
        try await entry(of: record).reader
    }

    private func entry(of record: SpaceRecord) async throws -> Entry {
        let own = try await store.words(of: record.space)
        let preset = record.settings.preset
        if let known = entries.withLock({ $0[record.space] }), known.own == own,
            known.preset == preset
        {
            return known
        }
        let words = try Words.told(own: own, preset: preset)
        let entry = Entry(own: own, preset: preset, words: words, reader: MomentReader(words))
        entries.withLock { $0[record.space] = entry }
        return entry
    }
}
