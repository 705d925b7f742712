import Glibc

/// What the system says of calls that failed.
public enum SystemError {
    /// The words for the latest failure on this thread.
    public static var latest: String { words(for: errno) }

    /// The words for an error's number.
    public static func words(for number: Int32) -> String {
        unsafe String(cString: strerror(number))
    }
}
