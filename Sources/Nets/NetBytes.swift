import Hashing
public import FoundationEssentials
import Glibc
import Ground

/// The bytes of the three nets, verified by hash.
public struct NetBytes: Sendable, Equatable {
    private let bytes: Data

    /// Reads the three files in a folder and checks their hashes; blocks.
    public init(folder: String) throws(NetsError) {
        var bytes = Data()
        var missing: [String] = []
        for file in NetFile.allCases {
            // Read no more than can be right.
            if let read = try Self.read("\(folder)/\(file.name)", atMost: file.byteCount + 1) {
                guard Self.isRight(read, file) else { throw .wrong(path: "\(folder)/\(file.name)") }
                bytes += read
            } else {
                missing.append(file.name)
            }
        }
        guard missing.isEmpty else { throw .missing(folder: folder, names: missing) }
        self.bytes = bytes
    }

    /// Takes the concatenated bytes of the three nets, as ``joined`` has them; nil if they are others.
    public init?(joined: Data) {
        let bytes = Data(joined)
        guard bytes.count == NetFile.allCases.reduce(0, { $0 + $1.byteCount }) else { return nil }
        self.bytes = bytes
        guard NetFile.allCases.allSatisfy({ Self.isRight(self[$0], $0) }) else { return nil }
    }

    /// The bytes of all three, concatenated, to hand to another process.
    public var joined: Data { bytes }

    /// The bytes of one net.
    subscript(file: NetFile) -> Data {
        let before = NetFile.allCases.prefix { $0 != file }.reduce(0) { $0 + $1.byteCount }
        return bytes[before..<before + file.byteCount]
    }

    private static func isRight(_ bytes: Data, _ file: NetFile) -> Bool {
        bytes.count == file.byteCount
            && SHA256.hash(data: bytes).hexadecimal == file.hash
    }

    /// The bytes of a file, or enough of them to show that it is the wrong one; nil if there is no readable file.
    private static func read(_ path: String, atMost count: Int) throws(NetsError) -> Data? {
        // The call returns whatever kind of file it is, even a pipe without a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .wrong(path: path)
        }
        return Descriptor.read(descriptor, count: count)
    }
}
