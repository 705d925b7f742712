import Foundation
import Glibc
import TestSupport

/// What is in a folder, as the kernel tells of its changes; ends when the folder is removed.
struct FolderWatch: Sendable {
    private let names: Observed<[String]>
    private let created: Observed<Set<String>>

    /// All names that were seen, also of what is gone again.
    var everCreated: Set<String> { created.value }

    /// Begins to watch an existing folder.
    init(_ folder: String) throws {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        let events = UInt32(IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF)
        guard descriptor >= 0, unsafe inotify_add_watch(descriptor, folder, events) >= 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        let names = Observed(Self.names(in: folder) ?? [])
        let created = Observed<Set<String>>([])
        self.names = names
        self.created = created
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 4096)
            // Which event it was does not matter: the folder is looked at as it is now.
            while unsafe read(descriptor, &buffer, buffer.count) > 0,
                let now = Self.names(in: folder)
            {
                names.update { $0 = now }
                created.update { $0.formUnion(now) }
            }
            close(descriptor)
        }
    }

    /// Waits until there is a file with an ending.
    func waitForFile(endingWith suffix: String) async throws {
        try await names.wait { $0.contains { $0.hasSuffix(suffix) } ? () : nil }
    }

    private static func names(in folder: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: folder)
    }
}
