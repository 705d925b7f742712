import CIsolation

/// What keeps a process in that handles what strangers hand in.
///
/// Fences go up in the order of the functions here, and never come down. Where the kernel lacks one, the
/// others still stand.
public struct Fences: OptionSet, Sendable, Codable {
    /// The fences as bits.
    public let rawValue: UInt32

    /// Makes a set of fences of their bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// No capability, and no program that would give one.
    public static let privileges = Fences(rawValue: 1)
    /// A bound for memory, no core file, nothing written to files: resource limits.
    public static let resources = Fences(rawValue: 2)
    /// No file and no folder can be opened, and no TCP connection made: Landlock.
    public static let files = Fences(rawValue: 4)
    /// Only the system calls that computing takes: seccomp.
    public static let calls = Fences(rawValue: 8)
    /// All of them.
    public static let all: Fences = [.privileges, .resources, .files, .calls]

    /// Their names for an operator, in the order in which they go up.
    public var names: [String] {
        let names: [(Fences, String)] = [
            (.privileges, "no privileges"), (.resources, "resource limits"), (.files, "Landlock"),
            (.calls, "seccomp"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }

    /// Gives up privileges, and lets this process end when the thread that started it does.
    public mutating func givePrivilegesUp() {
        formUnion(Fences(rawValue: headshot_fence_privileges()))
    }

    /// Bounds this process, whose memory may grow by `memory` bytes more, and closes the file system and the
    /// network to this thread and all that it starts later; what lies in `folders` can still be read.
    public mutating func closeFiles(memory: UInt64, butForReading folders: [String] = []) {
        formUnion(Fences(rawValue: headshot_fence_resources(memory)))
        formUnion(Fences(rawValue: unsafe headshot_fence_files(folders.joined(separator: ":"))))
    }

    /// Leaves all threads only the system calls for computing and for open descriptors, and those that read files
    /// where `readsFiles` says so.
    public mutating func closeTheRest(readsFiles: Bool = false) {
        formUnion(Fences(rawValue: headshot_fence_calls(readsFiles)))
    }
}
