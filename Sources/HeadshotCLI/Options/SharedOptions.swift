import ArgumentParser
import HeadshotWorker
import Isolation
import Setup

/// Where the queue is: shared by every command that opens it.
struct HomeOptions: ParsableArguments {
    /// The folder of the queue.
    @Option(
        help: ArgumentHelp(
            "The folder of the queue, its photos and its results.",
            discussion: "Default: $HEADSHOT_HOME, else $XDG_DATA_HOME/headshot.",
            valueName: "folder"), completion: .directory)
    var home: String?
}

/// How a command answers.
struct OutputOptions: ParsableArguments {
    /// For programs.
    @Flag(help: "Answer as JSON, for programs.")
    var json = false
}

/// The folder of the models: shared by every command that analyzes faces.
struct ModelOptions: ParsableArguments {
    /// The folder.
    @Option(
        help: ArgumentHelp(
            "The folder of the models that measure faces and cut people out, or '\(Models.none)' to do without.",
            discussion: "Default: $HEADSHOT_MODELS, else those installed with the program.",
            valueName: "folder"), completion: .directory)
    var models: String?
}

/// The required fences of decoders: shared by every command that decodes.
struct IsolationOptions: ParsableArguments {
    /// The demand.
    @Option(
        help: ArgumentHelp(
            "Whether photos are decoded only behind all fences (required), or as many as the kernel has (best).",
            discussion: "Default: $HEADSHOT_ISOLATION, else best.", valueName: "level"))
    var isolation: FenceDemand?
}
