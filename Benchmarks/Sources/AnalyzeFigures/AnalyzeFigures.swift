import FaceFacts
import FaceMeasuring
import Foundation
import Nets

/// The figures of the face analysis: `time` takes photos apart by cost, `judge` holds what was seen
/// to marks.
@main
struct AnalyzeFigures {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3 else { throw FiguresError.usage }
        let (command, folder, models) = (arguments[1], arguments[2], arguments[3])
        let photos = try await PhotoFile.decodable(
            in: URL(filePath: folder, directoryHint: .isDirectory))
        let nets = models == "none" ? nil : try Nets(NetBytes(folder: models))
        let analyzer = FaceAnalyzer(nets: nets)
        try analyzer.warmUp()
        switch command {
        case "time": try await Timing.printTable(of: photos, with: analyzer)
        case "judge": try await Judgement.printTables(of: photos, with: analyzer)
        default: throw FiguresError.usage
        }
    }
}

/// Why no figures can be given.
enum FiguresError: Error, CustomStringConvertible {
    case usage
    case noPhotos(String)
    case undecodable(String)

    var description: String {
        switch self {
        case .usage: "usage: AnalyzeFigures time|judge FOLDER MODELS|none"
        case .noPhotos(let folder): "no photos in \(folder)"
        case .undecodable(let path): "cannot be decoded: \(path)"
        }
    }
}
