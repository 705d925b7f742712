import CIsolation
import Glibc

/// A program's file, kept open: what runs is what was there at first, even after an upgrade has replaced it.
public final class OpenedProgram: Sendable {
    private let descriptor: Int32

    /// Opens the file at `path`.
    public init(_ path: String) {
        descriptor = unsafe headshot_open_program(path)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Its name for the system; nil if it could not be opened, which starting it by its path will show.
    ///
    /// With the number of this process, since its child looks it up after it has closed its own descriptors.
    public var path: String? { descriptor < 0 ? nil : "/proc/\(getpid())/fd/\(descriptor)" }
}
