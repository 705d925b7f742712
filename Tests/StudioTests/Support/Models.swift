import Foundation
import Nets

/// Where the models are.
enum Models {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../models").path

    static let nets = Result { try Nets(NetBytes(folder: folder)) }

    static var areThere: Bool { (try? nets.get()) != nil }
}
