import ArgumentParser
import Isolation

/// The required fences of decoders: shared by every command that decodes.
struct IsolationOptions: ParsableArguments {
    /// The demand.
    @Option(
        help: ArgumentHelp(
            "Whether photos are decoded only behind all fences (required), or as many as the kernel has (best).",
            discussion: "Default: $HEADSHOT_ISOLATION, else best.", valueName: "level"))
    var isolation: FenceDemand?
}
