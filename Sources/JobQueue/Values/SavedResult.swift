/// A file that a job has made: how its name ends, and what is in it.
///
/// Its name begins with the job's id, and it is in the folder of results, wherever that is. So a row cannot lead to any other file.
public struct SavedResult: Sendable, Equatable {
    /// What follows the job's id and a hyphen, such as `left-casual.png`.
    public let ending: String
    /// The SHA-256 of its bytes, in hexadecimal digits.
    public let digest: String
    /// How many bytes it and the files beside it take in the storage of the job's space; 0 for what was paid, which does not
    /// count.
    public let storedBytes: Int

    /// Describes a file.
    public init(ending: String, digest: String, storedBytes: Int = 0) {
        self.ending = ending
        self.digest = digest
        self.storedBytes = storedBytes
    }

    /// The file's name.
    public func name(of job: JobID) -> String { Self.beginning(of: job) + ending }

    /// How the names of all files that a job makes begin.
    public static func beginning(of job: JobID) -> String { "\(job)-" }

    /// Whether a stored name is one that a file of the job may have.
    public static func isName(_ name: String, of job: JobID) -> Bool {
        let beginning = beginning(of: job).utf8
        return name.utf8.starts(with: beginning)
            && (beginning.count + 1...longest).contains(name.utf8.count)
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// In bytes; no file system takes a longer name.
    private static let longest = 255
}
