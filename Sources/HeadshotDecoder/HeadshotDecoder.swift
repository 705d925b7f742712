import Decoder
import Decoding

/// The program `headshot-decoder`, which `headshot` starts for strangers' pictures.
@main
struct HeadshotDecoder {
    static func main() async {
        // Comes first: it must start with nothing open.
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first.flatMap(DecoderCommand.init) {
        case .decode: await DecoderService.run(arguments: arguments, commit: ProgramVersion.commit)
        case .draw: await DrawingService.run()
        case nil:
            print(
                "headshot-decoder is started by headshot (commit \(ProgramVersion.commit ?? "unknown"))."
            )
        }
    }
}

/// The commit comes from the build.
enum ProgramVersion {}
