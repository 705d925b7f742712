public import Foundation

/// A zip archive of headshots that is made while it is sent: it needs no file, and one headshot at a time is in memory.
public struct ArchiveStream {
    private var zip = ZipStream()
    /// By lower-case names: it may be unpacked where `Anna` and `anna` are one file.
    private var names: Set<String> = []
    private var missing: [String] = []

    /// Begins an archive.
    public init() {}

    /// The next bytes of the archive, which have a headshot; empty if the headshot cannot be read any more.
    ///
    /// Throws if the machine, or the store of the files, fails.
    public mutating func add(_ item: ExportItem, modified: Date) async throws -> [Data] {
        // The second name has the job's id, so it is free.
        let isTaken = names.contains(item.names[0].lowercased())
        let name = item.names[isTaken ? 1 : 0]
        guard let bytes = try await item.file.readIfWhole() else {
            missing.append(name)
            return []
        }
        names.insert(name.lowercased())
        return [zip.header(of: name, modified: modified, bytes), bytes]
    }

    /// The last bytes of the archive; if a headshot could not be read, they have a file that names it.
    ///
    /// - Parameter now: The time of that file.
    public mutating func end(now: Date) -> [Data] {
        guard !missing.isEmpty else { return [zip.end()] }
        let note = Data((Self.note + missing + [""]).joined(separator: "\n").utf8)
        return [zip.header(of: Self.noteName, modified: now, note), note, zip.end()]
    }

    /// No headshot has this suffix.
    private static let noteName = "MISSING.txt"
    private static let note = ["These headshots were removed, or could not be read:", ""]
}
