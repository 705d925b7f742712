import Foundation
import Glibc
import Isolation
import Testing

/// Bytes that children are handed, read by a shell.
@Suite(.timeLimit(.minutes(10)))
struct SharedBytesTests {
    /// Longer than a page, and a pipe.
    private static let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 % 251) })

    /// How a script ends that has the bytes as descriptor 3 and a file with the same bytes as its first argument.
    private func end(of script: String, sharing shared: SharedBytes?) throws -> ChildEnd? {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "headshot-shared-\(UUID().uuidString)")
        try Self.bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let child = try ChildProcess(
            path: "/bin/sh", arguments: ["sh", "-c", script, "sh", file.path],
            environment: ["PATH=/usr/bin:/bin"], sharing: shared)
        return child.end(within: .seconds(50))
    }

    @Test func `each child reads what it was handed, however many have read it before`() throws {
        let shared = try SharedBytes(Self.bytes)
        for _ in 1...2 {
            #expect(try end(of: #"cmp -s /proc/self/fd/3 "$1""#, sharing: shared) == .exit(0))
        }
    }

    @Test func `a child that is handed nothing has no descriptor but the standard ones`() throws {
        #expect(try end(of: "test ! -e /proc/self/fd/3", sharing: nil) == .exit(0))
        let shared = try SharedBytes(Self.bytes)
        #expect(try end(of: "test ! -e /proc/self/fd/4", sharing: shared) == .exit(0))
    }

    @Test func `a descriptor that stays open when programs start is not open in a child`() throws {
        let file = unsafe open("/etc/passwd", O_RDONLY)
        let far = fcntl(file, F_DUPFD, 300)
        defer { for descriptor in [file, far] { close(descriptor) } }
        for descriptor in [file, far] { try #require(fcntl(descriptor, F_GETFD) == 0) }
        for shared in [nil, try SharedBytes(Self.bytes)] {
            #expect(try end(of: "test ! -e /proc/self/fd/\(far)", sharing: shared) == .exit(0))
            // The shell itself has but the standard ones and what it was handed.
            let first = shared == nil ? 3 : 4
            #expect(
                try end(
                    of:
                        "for number in $(seq \(first) 400); do test ! -e /proc/$$/fd/$number || exit 9; done",
                    sharing: shared) == .exit(0))
        }
    }

    @Test(arguments: [
        #"printf x 1<> "$FILE""#, #"printf x >> "$FILE""#, #": > "$FILE""#,
        #"truncate -s 0 "$FILE""#,
    ])
    func `no child can change, lengthen or shorten them`(change: String) throws {
        let shared = try SharedBytes(Self.bytes)
        // What a file that is not sealed has done to it.
        #expect(
            try end(of: #"FILE=$1; \#(change) && ! cmp -s "$1" /proc/self/fd/3"#, sharing: shared)
                == .exit(0))
        #expect(
            try end(
                of: #"FILE=/proc/self/fd/3; (\#(change)) && exit 9; cmp -s "$FILE" "$1""#,
                sharing: shared)
                == .exit(0))
    }
}
