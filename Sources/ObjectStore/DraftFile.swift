import CrashPoints
public import Foundation
import Glibc

/// A file that is written piece by piece, and has no name until it is whole.
///
/// It goes with this value, unless it got a name; after a crash a sweep removes it, as ``DurableFile/isDraft(_:)`` tells.
public final class DraftFile: Sendable {
    private let descriptor: CInt
    private let path: String

    /// Begins a file in a folder; blocks.
    ///
    /// - Parameter isNameless: Whether the file has no name from the first byte on, and so never gets one: even after a
    ///   crash, nothing of it is left.
    public init(in folder: String, isNameless: Bool = false) throws(StorageError) {
        (descriptor, path) = try DurableFile.makeTemporary(in: folder)
        CrashPoint.reach(.draftMade)
        if isNameless { unsafe unlink(path) }
    }

    deinit {
        close(descriptor)
        unsafe unlink(path)
    }

    /// Appends bytes; blocks.
    public func append(_ bytes: Data) throws(StorageError) {
        try DurableFile.writeAll(bytes, to: descriptor, path: path)
    }

    /// The bytes so far; blocks.
    public func read() throws(StorageError) -> Data {
        try DurableFile.read(descriptor, path: path)
    }

    /// Gives the file a name that must be free; blocks.
    ///
    /// When this returns, the file survives a power cut.
    ///
    /// - Returns: `false` if the name is taken.
    public func finish(as name: String) throws(StorageError) -> Bool {
        guard fsync(descriptor) == 0 else { throw DurableFile.machineFailure(path) }
        CrashPoint.reach(.draftSynced)
        guard try DurableFile.name(path, name) else { return false }
        CrashPoint.reach(.fileNamed)
        try DurableFile.syncFolder(DurableFile.folder(of: name))
        return true
    }
}
