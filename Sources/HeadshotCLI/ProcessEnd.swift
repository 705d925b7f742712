import Glibc

/// The end of the process.
enum ProcessEnd {
    /// Ends the process at once, with all that was written.
    ///
    /// What libraries do at a usual exit is left out: OpenSSL frees then what threads that used TLS still look at.
    static func leave(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
