import FaceFacts
import FaceMeasuring
import Foundation
import Nets

/// The figures of cutting people out: `time` takes the work apart by cost, `judge` tells what passes and how stable it
/// is, and writes the headshots into a folder where one is named.
@main
struct StudioFigures {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 3 else { throw FiguresError.usage }
        let nets = try Nets(NetBytes(folder: arguments[1]))
        let analyzer = FaceAnalyzer(nets: nets)
        try analyzer.warmUp()
        let setup = Setup(nets: nets, analyzer: analyzer)
        switch arguments[0] {
        case "time": try await Timing.printTable(of: arguments[2], setup)
        case "judge":
            try await Judgement.print(
                of: arguments[2], writingTo: arguments.dropFirst(3).first, setup)
        default: throw FiguresError.usage
        }
    }
}

/// What looks at photos.
struct Setup {
    let nets: Nets
    let analyzer: FaceAnalyzer
}

/// Why no figures can be given.
enum FiguresError: Error, CustomStringConvertible {
    case usage
    case unusable(String)

    var description: String {
        switch self {
        case .usage: "usage: StudioFigures time MODELS PHOTO | judge MODELS FOLDER [HEADSHOTS]"
        case .unusable(let path): "no headshot can be made of \(path)"
        }
    }
}
