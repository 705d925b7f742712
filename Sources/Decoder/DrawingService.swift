import Decoding
import FoundationEssentials
import Glibc
import Ground
import Imaging
import Isolation
import Validation

/// The work of a drawing process: it sandboxes itself, makes one picture, and ends.
///
/// It may read fonts and nothing else, because an SVG contains untrusted names.
public enum DrawingService {
    /// Makes one picture; to be called before anything else, on the process' first thread.
    public static func run() async -> Never {
        ImageLane.runInline()
        var fences = Fences()
        fences.givePrivilegesUp()
        ImageLibrary.load()
        Fences.limitComputing(seconds: computingSeconds)
        fences.closeFiles(memory: memory, butForReading: fonts)
        fences.closeTheRest(.readsFiles)
        let line = ParentLine()
        guard let greeting = try? JSONEncoder().encode(fences) else { _exit(EXIT_FAILURE) }
        line.send(Frame(0, head: greeting))
        guard let frame = line.receive(),
            let order = try? JSONDecoder().decode(DrawingOrder.self, from: frame.head),
            let tiles = order.tiles(of: frame.body),
            let picture = try? await DrawnPicture.draw(
                order.svg, width: order.width, height: order.height, over: tiles, as: order.form)
        else { _exit(EXIT_FAILURE) }
        line.send(Frame(frame.number, head: Data(), body: picture))
        _exit(EXIT_SUCCESS)
    }

    /// Of CPU time; a sheet of a thousand jobs takes about 20.
    private static let computingSeconds = 120
    /// In bytes: a sheet of a thousand jobs has 300 megapixels.
    private static let memory: UInt64 = 8_000_000_000

    /// Where fonts and their configuration are.
    private static let fonts = [
        "/etc/fonts", "/usr/share/fonts", "/usr/share/fontconfig", "/usr/local/share/fonts",
        "/var/cache/fontconfig",
    ]
}
