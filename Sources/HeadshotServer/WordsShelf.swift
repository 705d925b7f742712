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
    }

    private let store: JobStore
    private let entries = Mutex<[Space: Entry]>([:])

    init(store: JobStore) { self.store = store }

    /// The words that a space tells now.
    func words(of record: SpaceRecord) async throws -> Words {
        let own = try await store.words(of: record.space)
        let preset = record.settings.preset
        if let known = entries.withLock({ $0[record.space] }), known.own == own,
            known.preset == preset
        {
            return known.words
        }
        let words = try Words.told(own: own, preset: preset)
        entries.withLock { $0[record.space] = Entry(own: own, preset: preset, words: words) }
        return words
    }
}
