import Foundation
import Ground

/// The kind of file system that a folder is on.
public enum FileSystemKind {
    /// The name of a network file system, on which the locks of SQLite and of this program cannot be trusted.
    ///
    /// A name is all that shows that other machines have the same files: there, locks may hold on this machine, and not on
    /// another. Whether they hold on this machine is tried; see ``FilePresence/proveLocks(in:)``.
    public static func network(at folder: String) -> String? {
        let path = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
        guard let mounts = Descriptor.kernelText("/proc/self/mountinfo") else { return nil }
        return network(at: path, mounts: mounts)
    }

    /// The same for a table of mounts as proc(5) describes it.
    static func network(at path: String, mounts: String) -> String? {
        var best: (point: String, kind: String) = ("", "")
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 4, let dash = fields.firstIndex(of: "-"),
                dash + 1 < fields.endIndex
            else { continue }
            let point = String(fields[4]).replacing("\\040", with: " ")
            let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
            // Of two mounts on one point, the later one is seen.
            if isAbove, point.count >= best.point.count {
                best = (point, String(fields[dash + 1]))
            }
        }
        let isNetwork = networkKinds.contains(best.kind) || best.kind.hasPrefix("fuse.")
        return isNetwork ? best.kind : nil
    }

    /// File systems that may be remote; so may be every FUSE file system that says what it is, such as `fuse.sshfs`.
    private static let networkKinds: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre",
        "beegfs",
    ]
}
