import Foundation
import Generation
import Ground
package import HeadshotWorker
import JobQueue
package import ObjectStore
import Transfer

/// A home, with the store of its files ready to be asked.
package struct OpenHome: Sendable {
    package let home: HeadshotHome
    /// The store, if the files are not in the home.
    package let store: S3Store?
    private let transport: CurlTransport?
    /// Whether the queue is on a server.
    private let isShared: Bool

    /// Finds home and store by their settings; connects to nothing yet.
    ///
    /// - Parameter folder: The folder; `nil` for the one of the settings.
    package init(_ configuration: Configuration, _ folder: String? = nil) throws {
        let home = try configuration.home(folder)
        isShared = try configuration.queuePlace() != nil
        _ = try configuration.namedResults()
        guard let place = try configuration.storePlace() else {
            self.home = home
            store = nil
            transport = nil
            return
        }
        _ = try configuration.results()
        let credentials = try configuration.storeCredentials()
        guard let transport = CurlTransport() else { throw GenerationError.transportUnavailable }
        let environment = configuration.environment
        let store = S3Store(
            place, credentials, transport,
            S3Store.Surroundings(
                now: { environment.now }, chance: { 1 + environment.worker().chance() }))
        self.home = HeadshotHome(root: home.root, objects: store)
        self.store = store
        self.transport = transport
    }

    /// Whether there is a queue: on a server, or in the home.
    package var hasQueue: Bool { isShared || FileManager.default.fileExists(atPath: home.queue) }

    /// Makes the folders that are missing, and throws unless queue and files are where they always were.
    ///
    /// A command with other settings would put jobs and photos where no worker finds them.
    package func prepare() throws {
        try SQLiteEngine.checkOwner(of: home.root)
        if isShared, FileManager.default.fileExists(atPath: home.queue) {
            throw SetupError.queueInHome(path: home.queue)
        }
        let note = "\(home.root)/store"
        let wanted = store.map { $0.place.name }
        let known = Descriptor.smallFile(note)
            .map {
                String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            }
        // After the note is read: a move marks the home before it notes the store there.
        if !isShared { try MoveMark.turnAway(in: home.root) }
        if known == nil, wanted != nil {
            let photos = try? FileManager.default.contentsOfDirectory(atPath: home.photos)
            if photos?.isEmpty == false { throw SetupError.filesElsewhere(home.photos, note: nil) }
        }
        if let known, known != wanted { throw SetupError.filesElsewhere(known, note: note) }
        try home.prepare()
        guard wanted != nil, known == nil else { return }
        // Another process that was faster may have another store.
        if try !noteStore() { try prepare() }
    }

    /// Notes in the home that its files are in the store from now on; returns whether nothing was noted before.
    package func noteStore() throws -> Bool {
        guard let store else { return true }
        return try DurableFile.create("\(home.root)/store", Data("\(store.place.name)\n".utf8))
    }

    /// Closes the connections to the store.
    package func close() { transport?.shutDown() }
}

extension HeadshotHome {
    /// Throws ``StorageError/unfit(place:detail:)`` if the store lets two create one object.
    package func proveStore(_ environment: Environment) async throws {
        try await objects.proveConditional(key: "meta/race-\(environment.worker().newName())")
    }
}

/// The name of a home that keeps the files of a queue on a server: all programs of that queue must use this one folder.
///
/// The name is kept in the folder, because a container has another host name after each start.
package enum FolderName {
    /// The name in the folder; chosen now if there is none.
    static func obtain(
        _ home: HeadshotHome, _ environment: Environment
    ) throws(StorageError) -> String {
        if let name = try read(home) { return name }
        let place = "\(scheme)\(environment.hostName)\(home.root)"
        let name = "\(place)#\(environment.worker().newName())"
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
