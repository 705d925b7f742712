import ArgumentParser
import HeadshotWorker

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
