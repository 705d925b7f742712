import CIsolation

/// The sandbox of a process that handles untrusted input.
///
/// Fences go up in the order of the functions here, and never come down. If the kernel does not have one, the others
/// still work.
public struct Fences: OptionSet, Sendable, Codable {
    /// The fences as bits.
    public let rawValue: UInt32

    /// Creates a set of fences from its bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// No capabilities, and no way to gain any by running a program.
    public static let privileges = Fences(rawValue: 1)
    /// Limits on resources: bounded memory, no core file, no writes to files.
    public static let resources = Fences(rawValue: 2)
    /// No file or folder can be opened, and no TCP connection made: Landlock.
    public static let files = Fences(rawValue: 4)
    /// Only the system calls that computing needs: seccomp.
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

    /// Gives up privileges, and ties the life of this process to the thread that started it.
    public mutating func givePrivilegesUp() {
        formUnion(Fences(rawValue: headshot_fence_privileges()))
    }

    /// Limits the memory of this process to `memory` more bytes, and closes the file system and the network to
    /// this thread and all that it starts later; files in `folders` stay readable.
    public mutating func closeFiles(memory: UInt64, butForReading folders: [String] = []) {
        formUnion(Fences(rawValue: headshot_fence_resources(memory)))
        formUnion(Fences(rawValue: unsafe headshot_fence_files(folders.joined(separator: ":"))))
    }

    /// What a process may do besides computing with what is in its memory and behind its descriptors; in the order of
    /// `headshot_role`.
    public enum Role: UInt32, Sendable {
        case computes
        /// It opens files for reading, as far as ``closeFiles(memory:butForReading:)`` left any.
        case readsFiles
        /// It takes connections, and forks a child for each; the child raises its own fence in addition.
        case forks
    }

    /// Restricts all threads to the system calls of a role.
    public mutating func closeTheRest(_ role: Role = .computes) {
        formUnion(Fences(rawValue: headshot_fence_calls(headshot_role(role.rawValue))))
    }

    /// Limits the CPU time of this process, in seconds since its start; the system then ends it with SIGXCPU.
    public static func limitComputing(seconds: Int) {
        // Best effort: without this limit, the parent's deadline still applies.
        _ = headshot_limit_computing(UInt32(clamping: seconds))
    }
}
