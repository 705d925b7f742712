public import ArgumentParser
import HeadshotWorker
public import JobQueue

/// The kind of jobs to submit for photos.
struct KindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What is wanted of each photo: a headshot, or an analysis on this machine, free.",
            valueName: "kind"))
    var kind = JobKind.headshot

    @Option(
        help: ArgumentHelp(
            "For an analysis: a photo of the same person from the side.", valueName: "photo"),
        completion: .file())
    var side: String?

    @Flag(help: "For an analysis: write a page for people beside the JSON, too.")
    var report = false

    var isAnalysis: Bool { kind == .analysis }

    func validate() throws {
        guard !isAnalysis else { return }
        if side != nil { throw ValidationError("--side goes with --kind analysis.") }
        if report { throw ValidationError("--report goes with --kind analysis.") }
    }
}

extension JobKind: ExpressibleByArgument {
    /// Parses the name of a kind that this program knows.
    public init?(argument: String) {
        guard let kind = Self.known.first(where: { $0.rawValue == argument }) else { return nil }
        self = kind
    }

    /// The names of all kinds.
    public static var allValueStrings: [String] { known.map(\.rawValue) }

    /// The names of all kinds.
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
