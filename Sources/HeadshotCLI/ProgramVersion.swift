import JobQueue

/// What `--version` prints; the commit comes from the build.
enum ProgramVersion {
    /// Set by hand with each release.
    static let number = "0.1.0"

    static let text = """
        headshot \(number) (commit \(commit ?? "unknown"), queue format \(JobStore.format))
        """
}
