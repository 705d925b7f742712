/// A configuration that a provider cannot be made from.
public enum GenerationError: Error, Sendable, Equatable {
    /// The key is empty, or has characters that no header may carry. The key is not repeated.
    case invalidAPIKey
    /// The base URL is not a URL with a host, has a port that no network has, or carries a user, a query or a fragment.
    case invalidBaseURL(String)
    /// The base URL is plain HTTP to another machine: key and photo would be readable on the way.
    case insecureBaseURL(String)
    /// The temperature is outside 0 to 2.
    case invalidTemperature(Double)
    /// The time for a request is not positive.
    case invalidTimeout(Duration)
    /// The transfer library could not be started.
    case transportUnavailable
}
