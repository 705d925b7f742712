/// Why a provider cannot be created from a configuration.
public enum GenerationError: Error, Sendable, Equatable {
    /// The base URL is not a URL with a host, has an invalid port, or carries a user, a query or a fragment.
    case invalidBaseURL(String)
    /// The base URL is plain HTTP to another machine: key and photo would travel unencrypted.
    case insecureBaseURL(String)
    /// The transfer library could not be started.
    case transportUnavailable
}
