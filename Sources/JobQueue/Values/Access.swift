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

    /// What a holder may do unless the operator says otherwise: an app's token is public.
    public static func usualScopes(of holder: Holder) -> Set<Scope> {
        switch holder {
        case .server: [.submit, .read]
        case .app: [.submit]
        }
    }
}

extension Set<Access.Scope> {
    /// As stored: the words in the order of the cases.
    var words: String {
        Access.Scope.allCases.filter(contains).map(\.rawValue).joined(separator: " ")
    }

    /// Reads what ``words`` wrote; nil for anything else.
    init?(words: String) {
        let scopes = words.split(separator: " ").map { Access.Scope(rawValue: String($0)) }
        guard !scopes.contains(nil) else { return nil }
        self = Set(scopes.compactMap(\.self))
    }
}
