import Foundation
import Glibc
import TestSupport

/// A library that stands between a program and the C library, built once from its source in `Tests/Faults`.
struct PreloadedLibrary: Sendable {
    private let building: Task<String, any Error>

    /// Calls that go wrong.
    static let faults = PreloadedLibrary(of: "faults")
    /// A time of day that can be set.
    static let clock = PreloadedLibrary(of: "clock")
    /// Libraries for pictures that end the program that uses one.
    static let decoders = PreloadedLibrary(of: "decoders")
    /// A seccomp that no kernel has.
    static let seccomp = PreloadedLibrary(of: "seccomp")

    private init(of name: String) {
        building = Task {
            let library = NSTemporaryDirectory() + "headshot-\(name)-\(getpid()).so"
            let result = try await Program(path: "/usr/bin/env").run([
                "clang", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-O1", "-o", library,
                "\(repository)/Tests/Faults/\(name).c",
            ])
            guard result.exit == .status(0) else { throw NotBuilt(words: result.errors) }
            return library
        }
    }

    /// Why there is no library.
    struct NotBuilt: Error {
        let words: String
    }

    /// Its path.
    var path: String {
        get async throws { try await building.value }
    }
}
