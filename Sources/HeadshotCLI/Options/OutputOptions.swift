import ArgumentParser

/// How a command answers.
struct OutputOptions: ParsableArguments {
    /// For programs.
    @Flag(help: "Answer as JSON, for programs.")
    var json = false
}
