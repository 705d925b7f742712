public import Ground

/// A place in a store that speaks S3: a bucket, and how the keys in it begin.
public struct S3Place: Sendable, Equatable {
    /// Where the store answers, such as `https://s3.eu-central-1.amazonaws.com`; without a slash at its end.
    public let endpoint: String
    /// The region that requests are signed for.
    public let region: String
    /// The bucket, which must exist.
    public let bucket: String
    /// How all keys begin, with a slash at its end; empty for the whole bucket.
    public let prefix: String

    /// Whether the store is on this machine.
    let isLoopback: Bool
    /// The host as requests name it.
    let host: String

    /// Names a place; `nil` unless the endpoint is `https`, or `http` on this machine, and the names can be used.
    ///
    /// - Parameters:
    ///   - endpoint: A URL without a path.
    ///   - prefix: Plain names between slashes, or nothing.
    public init?(endpoint: String, region: String, bucket: String, prefix: String = "") {
        guard let url = WebAddress(endpoint), ["", "/"].contains(url.path), url.query == nil,
            url.isPrivate,
            region.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil,
            bucket.wholeMatch(of: /[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/) != nil,
            prefix.wholeMatch(of: /([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*/) != nil
        else { return nil }
        let usual = url.scheme == "https" ? 443 : 80
        let port = url.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        isLoopback = url.isLoopback
        host = url.host + port
        self.endpoint = "\(url.scheme)://\(host)"
        self.region = region
        self.bucket = bucket
        self.prefix = prefix
    }

    /// The place as people know it, with a slash at its end.
    public var name: String { "s3://\(bucket)/\(prefix)" }
}

/// The keys by which a store knows its client.
public struct S3Credentials: Sendable {
    let accessKey: Secret
    let secretKey: Secret
    let sessionToken: Secret?

    /// Takes an access key with its secret, and a token if the two are only valid for a while.
    public init(accessKey: Secret, secretKey: Secret, sessionToken: Secret? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }

    /// A text without these keys, in case the store repeats one.
    func removed(from text: String) -> String {
        [accessKey, secretKey, sessionToken].compactMap(\.self)
            .reduce(text) { $1.removed(from: $0, leaving: "[key]") }
    }
}
