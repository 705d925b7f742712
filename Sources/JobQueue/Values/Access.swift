/// What the holder of a token may do, as the queue knows it at one moment.
public struct Access: Sendable, Equatable {
    /// The space and its settings.
    public let space: SpaceRecord
    /// Who holds the token.
    public let holder: Holder
    /// What the holder may do.
    public let scopes: Set<Scope>

    /// Who holds a token; the raw value is stable and stored.
    public enum Holder: String, Sendable, CaseIterable {
        /// A server, which keeps it secret and acts for all persons of the space.
        case server
        /// An app, in which anyone can find it: it acts for the one person whose id, itself a secret, each request has.
        case app
        /// A store that sells subscriptions: it only sends its news.
        case store
    }

    /// One right; the raw value is stable and stored.
    public enum Scope: String, Sendable, CaseIterable {
        /// Handing in photos and orders, and all that is one person's own.
        case submit
        /// Seeing everything of the space.
        case read
        /// Deciding about the jobs of all persons of the space.
        case operate
    }

    /// Whether the holder may do something; who may decide about all jobs may do everything.
    public func allows(_ scope: Scope) -> Bool {
        scopes.contains(scope) || scopes.contains(.operate)
    }

    /// What a holder may do unless the operator says otherwise: an app's token is public.
    public static func usualScopes(of holder: Holder) -> Set<Scope> {
        switch holder {
        case .server: [.submit, .read]
        case .app: [.submit]
        case .store: []
        }
    }
}
