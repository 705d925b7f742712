import Decoding
import Foundation
import Glibc
public import Isolation

/// The program that decodes, `headshot-decoder`: this one has neither libvips nor any other library for pictures.
public struct DecoderProgram: Sendable {
    /// Where the program is.
    public var path: String
    /// The linker's extra search path (`LD_LIBRARY_PATH`), if this process has one.
    public var libraryPath: String?

    /// The fences that a process must be behind before it gets a picture.
    public var isolation: FenceDemand

    /// The nets that measure faces and cut people out, as `NetBytes.joined` has them; nil without nets.
    public var nets: SharedBytes?

    /// Describes the program; by default the installed one.
    public init(
        path: String = installedPath, libraryPath: String? = nil, isolation: FenceDemand = .best,
        nets: SharedBytes? = nil
    ) {
        self.path = path
        self.libraryPath = libraryPath
        self.isolation = isolation
        self.nets = nets
    }

    private static let name = "headshot-decoder"

    /// Where it belongs: beside this program, as in a build, or else in the `libexec` of the same installation.
    public static var installedPath: String {
        let bin = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let beside = bin.appending(path: name).path(percentEncoded: false)
        guard unsafe access(beside, X_OK) != 0 else { return beside }
        return bin.deletingLastPathComponent().appending(path: "libexec/headshot/\(name)")
            .path(percentEncoded: false)
    }

    /// Starts the process that forks decoding ones.
    ///
    /// - Parameter file: The program's file, if it was opened before.
    func startForking(_ file: String? = nil) throws(IsolationError) -> ForkServer {
        try ForkServer(
            path: file ?? path,
            arguments: [Self.name, DecoderCommand.decode.rawValue]
                + (nets == nil ? [] : [DecoderCommand.withNets]),
            environment: environment, sharing: nets)
    }

    func startDrawing() throws(IsolationError) -> ChildProcess {
        try ChildProcess(
            path: path, arguments: [Self.name, DecoderCommand.draw.rawValue],
            environment: environment)
    }

    private var environment: [String] {
        var environment = [
            // On a crash, Swift would start another program to print a backtrace.
            "SWIFT_BACKTRACE=enable=no",
            // libvips then does not find the modules for PDFs, slides and ImageMagick's many formats, which take as long
            // as all else at its start. The decoder loads the one for HEIF itself.
            "VIPSHOME=/nonexistent",
            // Each picture has fresh memory: by pages of 2 MB and few calls, the system needs a tenth of the time for it.
            "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864",
            // A process that forks must have one thread, and OpenBLAS starts its own as it is loaded.
            "OPENBLAS_NUM_THREADS=1",
        ]
        if let libraryPath { environment.append("LD_LIBRARY_PATH=\(libraryPath)") }
        return environment
    }
}
