import CrashPoints
public import Foundation
import Glibc
import Ground

/// A file that is written piece by piece, and has no name until it is whole.
///
/// It goes with this value, unless it got a name, and after a crash nothing of it is left. Where the file system knows no
/// files without names, it has a temporary one: after a crash a sweep removes it, as ``DurableFile/isDraft(_:)`` finds out.
public final class DraftFile: Sendable {
    private let descriptor: CInt
    /// Its temporary name; `nil` without one.
    private let path: String?
    private let folder: String

    /// `O_TMPFILE`, which Swift does not see.
    private static let nameless = 0o20_000_000 | O_DIRECTORY

    /// Begins a file in a folder; blocks.
    ///
    /// - Parameter isNameless: Whether it never gets a name, so that it needs no temporary one anywhere.
    public init(in folder: String, isNameless: Bool = false) throws(StorageError) {
        self.folder = folder
        let descriptor = unsafe open(folder, Self.nameless | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            self.descriptor = descriptor
            path = nil
        } else {
            let (descriptor, path) = try DurableFile.makeTemporary(in: folder)
            self.descriptor = descriptor
            if isNameless { unsafe unlink(path) }
            self.path = isNameless ? nil : path
        }
        CrashPoint.reach(.draftMade)
    }

    deinit {
        close(descriptor)
        if let path { unsafe unlink(path) }
    }

    /// A path by which this process can open the file, whatever name it has.
    public var ownPath: String { "/proc/self/fd/\(descriptor)" }

    /// Appends bytes; blocks.
    public func append(_ bytes: Data) throws(StorageError) {
        try DurableFile.writeAll(bytes, to: descriptor, path: path ?? folder)
    }

    /// The bytes so far; blocks.
    public func read() throws(StorageError) -> Data {
        try DurableFile.read(descriptor, path: path ?? folder)
    }

    /// Gives the file a name that must be free; blocks.
    ///
    /// When this returns, the file of that name survives a power cut.
    ///
    /// - Returns: `false` if the name is taken.
    public func finish(as name: String) throws(StorageError) -> Bool {
        guard fsync(descriptor) == 0 else { throw DurableFile.machineFailure(path ?? folder) }
        CrashPoint.reach(.draftSynced)
        let isGiven = try give(name)
        if isGiven { CrashPoint.reach(.fileNamed) }
        // Also a name that is taken: a process that was killed may not have synced it.
        try DurableFile.syncFolder(name.parentFolder)
        return isGiven
    }

    private func give(_ name: String) throws(StorageError) -> Bool {
        if let path { return try DurableFile.name(path, name) }
        // An open file without a name is reached through the process's list of its files.
        if unsafe linkat(AT_FDCWD, ownPath, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 { return true }
        guard errno == EEXIST else { throw DurableFile.machineFailure(name) }
        return false
    }
}
