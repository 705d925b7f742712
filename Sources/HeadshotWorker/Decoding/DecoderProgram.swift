public import Isolation

/// The program whose processes decode: this one, when its first argument says so.
public struct DecoderProgram: Sendable {
    /// Where the program is.
    public var path: String
    /// Where the dynamic linker looks besides its usual places, if this process was told so.
    public var libraryPath: String?

    /// What a process must stand behind before it is handed a picture.
    public var isolation: FenceDemand

    /// The nets for measuring faces and cutting people out, as `NetBytes.joined` has them; nil where there are none.
    public var nets: SharedBytes?

    /// Describes the program; by default it is the one that runs, even when its file was replaced since.
    public init(
        path: String = "/proc/self/exe", libraryPath: String? = nil,
        isolation: FenceDemand = .best, nets: SharedBytes? = nil
    ) {
        self.path = path
        self.libraryPath = libraryPath
        self.isolation = isolation
        self.nets = nets
    }

    /// The first argument of a process that decodes.
    static let command = "decode-photos"
    /// The second argument of a process that was handed the nets.
    static let withNets = "with-nets"

    /// Starts a process of the program that decodes.
    func start() throws(IsolationError) -> ChildProcess {
        try start(Self.command, nets == nil ? [] : [Self.withNets], sharing: nets)
    }

    /// Starts a process of the program that does what `command` says.
    func start(
        _ command: String, _ arguments: [String] = [], sharing shared: SharedBytes? = nil
    ) throws(IsolationError) -> ChildProcess {
        // Swift would start another program to tell of a crash.
        var environment = ["SWIFT_BACKTRACE=enable=no"]
        if let libraryPath { environment.append("LD_LIBRARY_PATH=\(libraryPath)") }
        return try ChildProcess(
            path: path, arguments: ["headshot", command] + arguments,
            environment: environment, sharing: shared)
    }
}
