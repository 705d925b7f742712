import Glibc

/// The room on a disk.
public enum FreeSpace {
    /// The room in bytes for more files in a folder; `nil`, with `errno` set, if it is not known.
    public static func bytes(at folder: String) -> Int? {
        var disk = statvfs()
        guard unsafe statvfs(folder, &disk) == 0 else { return nil }
        return Int(clamping: disk.f_bavail).multipliedClamped(by: Int(clamping: disk.f_frsize))
    }
}
