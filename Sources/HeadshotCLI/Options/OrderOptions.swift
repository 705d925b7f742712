public import ArgumentParser
import Ground
import HeadshotWorker
public import JobQueue
import PromptFactory

/// The headshots to make of a photo.
struct StyleOptions: ParsableArguments {
    @Option(help: "Where the head points, as the viewer sees it. Default: front.")
    var angle: Angle?

    @Option(help: "What is behind the person, and the clothes with it. Default: professional.")
    var background: Background?

    @Option(
        help: ArgumentHelp(
            "What is behind the person in a headshot of the provider 'local': a grey studio, the photo's own out of focus (blur), or the photo's own, softened only.",
            discussion:
                "Default: $HEADSHOT_BACKDROP, else studio for professional and blur for casual."))
    var backdrop: Backdrop?

    @Flag(help: "All six styles, one headshot each.")
    var allStyles = false

    var styles: [Style] {
        allStyles
            ? Style.all : [Style(angle: angle ?? .front, background: background ?? .professional)]
    }

    func validate() throws {
        if allStyles, angle != nil || background != nil {
            throw UsageError("--all-styles goes with neither --angle nor --background.")
        }
    }
}

/// The kind of jobs to submit for photos.
struct KindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What is wanted of each photo: a headshot, or an analysis on this machine, free.",
            "kind"))
    var kind = JobKind.headshot

    @Option(
        help: ArgumentHelp("For an analysis: a photo of the same person from the side.", "photo"),
        completion: .file())
    var side: String?

    @Flag(help: "For an analysis: write a page for people beside the JSON, too.")
    var report = false

    var isAnalysis: Bool { kind == .analysis }

    func validate() throws {
        guard !isAnalysis else { return }
        if side != nil { throw UsageError("--side goes with --kind analysis.") }
        if report { throw UsageError("--report goes with --kind analysis.") }
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
