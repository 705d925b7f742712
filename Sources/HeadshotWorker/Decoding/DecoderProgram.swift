public import Isolation
import Validation

/// The program that decodes: this one, when its first argument says so.
public struct DecoderProgram: Sendable {
    /// Where the program is.
    public var path: String
    /// The linker's extra search path (`LD_LIBRARY_PATH`), if this process has one.
    public var libraryPath: String?

    /// The fences that a process must be behind before it gets a picture.
    public var isolation: FenceDemand

    /// The nets that measure faces and cut people out, as `NetBytes.joined` has them; nil without nets.
    public var nets: SharedBytes?

    /// Describes the program; by default the running one, even if its file was replaced since.
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
    /// The second argument of a process that gets the nets.
    static let withNets = "with-nets"

    /// Starts a process of the program that decodes.
    func start() throws(IsolationError) -> ChildProcess {
        try start(Self.command, nets == nil ? [] : [Self.withNets], sharing: nets)
    }

    /// Starts a process of the program with the command `command`.
    func start(
        _ command: String, _ arguments: [String] = [], sharing shared: SharedBytes? = nil
    ) throws(IsolationError) -> ChildProcess {
        // On a crash, Swift would start another program to print a backtrace.
        var environment = ["SWIFT_BACKTRACE=enable=no", LoaderModules.none]
        if let libraryPath { environment.append("LD_LIBRARY_PATH=\(libraryPath)") }
        return try ChildProcess(
            path: path, arguments: ["headshot", command] + arguments,
            environment: environment, sharing: shared)
    }
}
