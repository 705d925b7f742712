public import Isolation

/// The program whose processes decode: this one, when its first argument says so.
public struct DecoderProgram: Sendable, Equatable {
    /// Where the program is.
    public var path: String
    /// Where the dynamic linker looks besides its usual places, if this process was told so.
    public var libraryPath: String?

    /// What a process must stand behind before it is handed a picture.
    public var isolation: FenceDemand

    /// Describes the program; by default it is the one that runs, even when its file was replaced since.
    public init(
        path: String = "/proc/self/exe", libraryPath: String? = nil,
        isolation: FenceDemand = .best
    ) {
        self.path = path
        self.libraryPath = libraryPath
        self.isolation = isolation
    }

    /// The first argument of a process that decodes.
    static let command = "decode-photos"

    /// Starts a process of the program that decodes.
    func start() throws(IsolationError) -> ChildProcess {
        try start(Self.command)
    }

    /// Starts a process of the program that does what `command` says.
    func start(
        _ command: String, _ arguments: [String] = []
    ) throws(IsolationError) -> ChildProcess {
        // Swift would start another program to tell of a crash.
        var environment = ["SWIFT_BACKTRACE=enable=no"]
        if let libraryPath { environment.append("LD_LIBRARY_PATH=\(libraryPath)") }
        return try ChildProcess(
            path: path, arguments: ["headshot", command] + arguments,
            environment: environment)
    }
}
