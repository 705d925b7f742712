import Glibc

/// The owner, the permissions and the kind of a file.
///
/// Modules that also import Dispatch do not ask `stat` themselves: when the standard library is linked statically, its members
/// belong to a module of Dispatch, and otherwise to Glibc.
public struct FileStatus: Sendable {
    /// The user ID of the owner.
    public let owner: UInt32
    /// The permission bits as `chmod` takes them, with the sticky bit.
    public let permissions: UInt32
    /// Whether it is a folder.
    public let isFolder: Bool

    /// Looks up a path and follows symbolic links; `nil` if that fails, and `errno` says why.
    ///
    /// - Parameter path: A path as ``PathText`` writes it.
    public init?(_ path: String) {
        var status = stat()
        guard let path = PathText.bytes(of: path), unsafe stat(path, &status) == 0 else {
            return nil
        }
        owner = status.st_uid
        permissions = status.st_mode & 0o7777
        isFolder = status.st_mode & S_IFMT == S_IFDIR
    }
}
