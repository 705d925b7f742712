import ArgumentParser
import HeadshotWorker
import Isolation
import Setup

/// Where settings are found: shared by every command that has some.
struct SettingsOptions: ParsableArguments {
    /// The file.
    @Option(
        help: ArgumentHelp(
            "A file of settings: lines of NAME=value, with the names of the variables.",
            discussion: """
                Default: $HEADSHOT_CONFIG, else ~/.config/headshot/headshot.conf, else /etc/headshot/headshot.conf for \
                its own service.
                """, valueName: "file"), completion: .file())
    var config: String?

    /// The settings; all of the file are checked.
    func configuration() throws -> Configuration {
        let configuration = try Configuration(file: config)
        if let file = configuration.environment.file { try file.check() }
        return configuration
    }
}

/// Where the queue is: shared by every command that opens it.
struct HomeOptions: ParsableArguments {
    /// The folder of the queue.
    @Option(
        help: ArgumentHelp(
            "The folder of the queue, its photos and its results.",
            discussion: "Default: $HEADSHOT_HOME, else $XDG_DATA_HOME/headshot.",
            valueName: "folder"), completion: .directory)
    var home: String?

    @OptionGroup var settings: SettingsOptions
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
