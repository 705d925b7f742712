import Glibc

/// What the system says of a file or folder.
///
/// Modules that also import Dispatch do not ask `stat` themselves: when the standard library is linked statically, its members
/// belong to a module of Dispatch, and otherwise to Glibc.
public struct FileStatus: Sendable {
    /// The id of the user whose it is.
    public let owner: UInt32
    /// The permissions of its owner, its group and all others, and the sticky bit, as `chmod` takes them.
    public let permissions: UInt32
    /// Whether it is a folder.
    public let isFolder: Bool

    /// What a path leads to, through links; `nil` if it cannot be found, and `errno` says why.
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
