import Foundation
import HeadshotWorker
import ObjectStore

/// The name of a home that keeps the files of a queue on a server: all programs of that queue must use this one folder.
///
/// The name is kept in the folder, because a container has another host name after each start.
package enum FolderName {
    /// The name in the folder; chosen now if there is none.
    ///
    /// - Parameter agreed: The name that the queue knows, if any. A queue from before the folder had a name knows it by the
    ///   host's name and the path; it is then kept.
    static func obtain(
        _ home: HeadshotHome, agreed: String?, _ environment: Environment
    ) throws(StorageError) -> String {
        if let name = try read(home) { return name }
        let place = "\(scheme)\(ProcessInfo.processInfo.hostName)\(home.root)"
        let name = agreed == place ? place : "\(place)#\(environment.worker().newName())"
        _ = try DurableFile.create(path(in: home), Data("\(name)\n".utf8))
        return try read(home) ?? name
    }

    /// Whether a name is that of a folder, and not of a store elsewhere.
    package static func isFolder(_ name: String) -> Bool { name.hasPrefix(scheme) }

    private static let scheme = "file://"

    private static func read(_ home: HeadshotHome) throws(StorageError) -> String? {
        let text = try DurableFile.read(path(in: home)).map { String(decoding: $0, as: UTF8.self) }
        let name = text?.trimmingCharacters(in: .whitespacesAndNewlines)
        return name?.isEmpty == false ? name : nil
    }

    private static func path(in home: HeadshotHome) -> String { "\(home.root)/folder-name" }
}
