import Decoder
import Foundation
import Isolation

/// A decoder that photos have taken over: what a photo's bytes name, it does, behind the real fences.
@main
struct HostileDecoder {
    static func main() async {
        await DecoderService.run(arguments: CommandLine.arguments) { message, line in
            let name = String(decoding: message.body.prefix(20), as: UTF8.self)
            Misdeed(rawValue: name)?.commit(message.number, line.descriptor)
        }
    }
}
