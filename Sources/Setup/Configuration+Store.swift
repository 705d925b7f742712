import Foundation
import Ground
import HeadshotWorker
package import JobQueue
package import ObjectStore

/// Settings of the store that keeps the files, if the home does not.
extension Configuration {
    /// The store that keeps the files; `nil` if the home does.
    package func storePlace() throws(SetupError) -> S3Place? {
        guard let name = try storeName() else { return nil }
        let named = try storeEndpoint()
        guard let region = try storeRegion() ?? (named == nil ? nil : Self.usualRegion) else {
            throw .noStoreRegion
        }
        let endpoint = named ?? "https://s3.\(region).amazonaws.com"
        let place = S3Place(
            endpoint: endpoint, region: region, bucket: name.bucket, prefix: name.prefix)
        guard let place else { throw .noStoreRegion }
        return place
    }

    /// The store as `s3://bucket/prefix`, with a slash at its end.
    package func storeURL() throws(SetupError) -> String? {
        try storeName().map { "s3://\($0.bucket)/\($0.prefix)" }
    }

    /// Where a store answers that is not Amazon's.
    package func storeEndpoint() throws(SetupError) -> String? {
        guard let endpoint = environment[.storeEndpoint] else { return nil }
        return try checked(
            .storeEndpoint, "an https address without a path; http is for this machine only"
        ) {
            S3Place(endpoint: $0, region: Self.usualRegion, bucket: "any")?.endpoint
        } ?? endpoint
    }

    /// The region that requests to the store are signed for.
    package func storeRegion() throws(SetupError) -> String? {
        for variable in [Variable.storeRegion, .usualStoreRegion] {
            let region = try setting(nil, variable, "a region like eu-central-1") { text in
                SecretText.isLikeKey(text)
                    ? nil
                    : S3Place(endpoint: "https://localhost", region: text, bucket: "any")?.region
            }
            if let region { return region }
        }
        return nil
    }

    /// The keys of the store; never printed, never stored.
    package func storeCredentials() throws(SetupError) -> S3Credentials {
        if let file = storeKeyFile { return try Self.credentials(inFile: file) }
        if let access = environment.secret(.storeAccessKey),
            let secret = environment.secret(.storeSecretKey)
        {
            return try S3Credentials(
                access, secret, environment.secret(.storeSessionToken), in: \.rawValue)
        }
        guard let file = credential("s3-key") else { throw .noStoreKey }
        return try Self.credentials(inFile: file)
    }

    /// The file that was named for the keys of the store.
    package var storeKeyFile: String? { environment[.storeKeyFile].map(absolute) }

    private func storeName() throws(SetupError) -> (bucket: String, prefix: String)? {
        try checked(.store, "s3://BUCKET or s3://BUCKET/PREFIX") { text in
            guard let parts = text.wholeMatch(of: /s3:\/\/([^\/]+)(?:\/(.*?))?\/*/) else {
                return nil
            }
            let bucket = String(parts.1)
            let prefix = parts.2.map { $0.isEmpty ? "" : "\($0)/" } ?? ""
            let place = S3Place(
                endpoint: "https://localhost", region: Self.usualRegion, bucket: bucket,
                prefix: prefix)
            return SecretText.isKey(bucket) ? nil : place.map { _ in (bucket, prefix) }
        }
    }

    /// As ``setting(_:_:_:_:)``, for an address.
    private func checked<Value>(
        _ variable: Variable, _ wanted: String, _ read: (String) -> Value?
    ) throws(SetupError) -> Value? {
        guard let text = environment[variable] else { return nil }
        guard let value = read(text) else {
            throw .badSetting(
                name: variable.rawValue, value: SecretText.withoutSecrets(text), wanted: wanted)
        }
        return value
    }

    /// Reads lines of `AWS_ACCESS_KEY_ID=…` and `AWS_SECRET_ACCESS_KEY=…`, in large or small letters, as the files of
    /// Amazon's own tools have them, too.
    private static func credentials(inFile path: String) throws(SetupError) -> S3Credentials {
        let text = try secret("The keys of the store", inFile: path) {
            .unreadableStoreKey(path: $0)
        }
        var values: [String: Secret] = [:]
        for line in text.exposed.split(whereSeparator: \.isNewline) {
            guard let equals = line.firstIndex(of: "="), !line.hasPrefix("#") else { continue }
            let name = line[..<equals].trimmingCharacters(in: .whitespaces).uppercased()
            // Two pairs in one file are two identities, and nothing says which is meant.
            guard values[name] == nil else { throw .badStoreKey(path: path) }
            values[name] = Secret(
                line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces))
        }
        guard let access = values[Variable.storeAccessKey.rawValue],
            let secret = values[Variable.storeSecretKey.rawValue]
        else { throw .badStoreKey(path: path) }
        return try S3Credentials(
            access, secret, values[Variable.storeSessionToken.rawValue],
            in: { "\(path), \($0.rawValue)" })
    }

    /// What stores that are not Amazon's are asked for where nothing is said.
    private static let usualRegion = "us-east-1"
}

extension S3Credentials {
    /// Reads the keys; `place` says where each is from.
    fileprivate init(
        _ accessKey: Secret, _ secretKey: Secret, _ token: Secret?, in place: (Variable) -> String
    ) throws(SetupError) {
        func read(_ text: Secret, _ variable: Variable) throws(SetupError) -> Secret {
            try Configuration.secret("The store's key", in: place(variable)) {
                () throws(SecretText.Fault) in try SecretText.secret(in: text)
            }
        }
        var sessionToken: Secret?
        if let token { sessionToken = try read(token, .storeSessionToken) }
        self.init(
            accessKey: try read(accessKey, .storeAccessKey),
            secretKey: try read(secretKey, .storeSecretKey), sessionToken: sessionToken)
    }
}

/// Settings of the server that has the queue, if the home does not.
extension Configuration {
    /// The server that has the queue; `nil` if the home does.
    package func queuePlace() throws(SetupError) -> PostgresPlace? {
        guard let url = environment[.queue] else { return nil }
        let password = try queuePassword()
        do throws(PostgresPlace.Problem) {
            return try PostgresPlace(url: url, password: password)
        } catch {
            // The URL itself is not shown: it may have a password.
            throw .badQueue(error)
        }
    }

    /// The server that has the queue; throws if the home does.
    package func queueServer() throws(SetupError) -> PostgresPlace {
        guard let place = try queuePlace() else { throw .noServer }
        return place
    }

    /// Throws ``JobQueueError/unsupportedOnServer`` if a server has the queue.
    package func requireQueueInHome() throws {
        guard try queuePlace() == nil else { throw JobQueueError.unsupportedOnServer }
    }

    /// The password, from a file that was named, or from systemd; `nil` leaves it to libpq where to look.
    private func queuePassword() throws(SetupError) -> Secret? {
        let named = environment[.queuePasswordFile].map(absolute)
        guard let file = named ?? credential("postgres-password") else { return nil }
        // A password may have any characters, quotes among them.
        let text = try Self.secret("The queue's password", inFile: file) {
            .unreadableQueuePassword(path: $0)
        }
        return Secret(text.exposed.trimmingCharacters(in: .newlines))
    }
}
