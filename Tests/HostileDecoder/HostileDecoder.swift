import Foundation
import HeadshotWorker

/// A decoder that photos have taken over: what a photo's bytes name, it does, behind the real fences.
@main
struct HostileDecoder {
    static func main() async {
        await DecoderService.run(arguments: CommandLine.arguments) { photo in
            Misdeed(rawValue: String(decoding: photo.prefix(20), as: UTF8.self))?.commit()
        }
    }
}
