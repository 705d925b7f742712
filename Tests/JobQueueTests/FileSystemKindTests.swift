import Testing

@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct FileSystemKindTests {
    /// A table of mounts as the kernel prints it.
    static let mounts = """
        21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        22 21 0:20 / /proc rw - proc proc rw
        30 21 0:40 / /home rw shared:2 master:1 - nfs4 server:/home rw
        31 30 8:2 / /home/local rw - xfs /dev/sdb1 rw
        32 21 0:41 / /mnt/my\\040share rw - cifs //server/share rw
        33 21 0:42 / /mnt/cloud rw - fuse.sshfs host:/ rw
        34 21 8:3 / /mnt/stick rw - fuseblk /dev/sdc1 rw
        35 21 0:43 / /data rw - 9p host rw
        36 35 8:4 / /data rw - ext4 /dev/sdd1 rw
        37 21 0:44 / /srv rw - btrfs /dev/sde1 rw
        38 37 0:45 / /srv rw - ceph mon:/ rw
        a line that is none
        """

    @Test(
        arguments: [
            ("/", nil), ("/var/lib/headshot", nil), ("/home", "nfs4"), ("/home/anna/x", "nfs4"),
            ("/homeless", nil), ("/home/local/x", nil), ("/home/localhost", "nfs4"),
            ("/mnt/my share/x", "cifs"), ("/mnt/cloud", "fuse.sshfs"), ("/mnt/stick", nil),
            ("/data/x", nil), ("/srv/x", "ceph"),
        ] as [(String, String?)])
    func `the deepest mount above a folder decides`(path: String, kind: String?) {
        #expect(FileSystemKind.network(at: path, mounts: Self.mounts) == kind)
    }

    @Test func `without a table nothing is refused`() {
        #expect(FileSystemKind.network(at: "/home", mounts: "") == nil)
    }
}
