import Generation
package import HeadshotWorker
package import ObjectStore
import Transfer

/// A home, with the store of its files ready to be asked.
package struct OpenHome: Sendable {
    package let home: HeadshotHome
    /// The store, if the files are not in the home.
    package let store: S3Store?
    private let transport: CurlTransport?

    /// Finds home and store by their settings; connects to nothing yet.
    ///
    /// - Parameter folder: The folder; `nil` for the one of the settings.
    package init(_ configuration: Configuration, _ folder: String? = nil) throws {
        let home = try configuration.home(folder)
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

    /// Closes the connections to the store.
    package func close() { transport?.shutDown() }
}

extension HeadshotHome {
    /// Throws ``StorageError/unfit(place:detail:)`` if the store lets two create one object.
    package func proveStore(_ environment: Environment) async throws {
        try await objects.proveConditional(key: "meta/race-\(environment.worker().newName())")
    }
}
