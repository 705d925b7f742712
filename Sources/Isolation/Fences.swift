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

    /// Restricts all threads to the system calls for computing and for open descriptors, and to those that read
    /// files if `readsFiles` is set.
    public mutating func closeTheRest(readsFiles: Bool = false) {
        formUnion(Fences(rawValue: headshot_fence_calls(readsFiles)))
    }
}
