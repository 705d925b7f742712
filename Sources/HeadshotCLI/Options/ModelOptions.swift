import ArgumentParser
import Setup

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
