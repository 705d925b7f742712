/// The limits of every request to a service.
public enum RequestLimits {
    /// The default time for a request, which settings can only shorten: the longest that such a model was seen
    /// to take.
    public static let longestTimeout: Duration = .seconds(60)
    /// The largest answer accepted, in bytes: several pictures of the largest kind fit.
    public static let answerBytes = 32 * 1024 * 1024
}
