import Foundation
import Ground
import ObjectStore
import TestSupport
import Testing

@testable import Setup

/// Where the files are kept, and by which keys.
struct StoreSettingsTests {
    private func configuration(_ variables: [String: String]) -> Configuration {
        Configuration(Environment(variables: variables))
    }

    @Test func `without a store, the home keeps the files, whatever else is set`() throws {
        let plain = configuration(["HOME": "/h", "AWS_REGION": "!", "AWS_ACCESS_KEY_ID": "a"])
        #expect(try plain.storePlace() == nil)
        #expect(try plain.results() == "/h/.local/share/headshot/results")
    }

    @Test(arguments: [
        (["AWS_REGION": "eu-central-1"], "https://s3.eu-central-1.amazonaws.com", "eu-central-1"),
        (["AWS_DEFAULT_REGION": "eu-west-1"], "https://s3.eu-west-1.amazonaws.com", "eu-west-1"),
        (
            ["AWS_ENDPOINT_URL": "https://store.example.com/"], "https://store.example.com",
            "us-east-1"
        ),
        (
            ["AWS_ENDPOINT_URL": "http://127.0.0.1:8333", "AWS_REGION": "garage"],
            "http://127.0.0.1:8333", "garage"
        ),
    ])
    func `a store is at its endpoint, or at Amazon's of the region`(
        variables: [String: String], endpoint: String, region: String
    ) throws {
        let named = ["HEADSHOT_STORE": "s3://photos-of-us/team/a"].merging(variables) { $1 }
        let place = try #require(try configuration(named).storePlace())
        #expect(place.endpoint == endpoint)
        #expect(place.region == region)
        #expect(place.bucket == "photos-of-us")
        #expect(place.prefix == "team/a/")
    }

    @Test(arguments: ["s3://photos", "s3://photos/", "s3://photos//"])
    func `a store may be a whole bucket`(url: String) throws {
        #expect(try configuration(["HEADSHOT_STORE": url]).storeURL() == "s3://photos/")
    }

    @Test(arguments: [
        "photos", "s3://", "s3:///x", "https://photos", "s3://Photos", "s3://photos/a b",
    ])
    func `what is no store is refused`(url: String) {
        #expect(throws: SetupError.self) {
            try configuration(["HEADSHOT_STORE": url]).storePlace()
        }
    }

    @Test(arguments: [
        ("AWS_ENDPOINT_URL", "https://me:secret@\u{301}host", "https://…"),
        ("AWS_ENDPOINT_URL", "https://host?\u{301}secret", "https://…"),
        ("AWS_ENDPOINT_URL", "https://host#\u{301}secret", "https://…"),
        ("AWS_ENDPOINT_URL", "https://me:secret%40host", "https://me:…"),
        ("AWS_ENDPOINT_URL", "https://me%3Asecret%40host", "https://…"),
        ("AWS_ENDPOINT_URL", "https://me:secret", "https://me:…"),
        ("AWS_ENDPOINT_URL", "me:secret@host", "…"), ("AWS_ENDPOINT_URL", "sk-secret", "…"),
        ("AWS_ENDPOINT_URL", "ftp://host/path", "ftp://host/path"),
        ("HEADSHOT_STORE", "s3://me:secret@\u{301}b", "s3://…"),
        ("HEADSHOT_STORE", "s3://AKIASECRET0123456789", "s3://…"),
        ("HEADSHOT_STORE", "s3://sk-secret-0123456789", "s3://…"),
        ("HEADSHOT_STORE", "s3://Photos/team", "s3://Photos/team"),
        ("AWS_REGION", "me:secret@host", "…"), ("AWS_REGION", "sk-secret", "…"),
        ("AWS_REGION", "Frankfurt (1)", "Frankfurt (1)"),
    ])
    func `of a refused setting of the store is shown what cannot be a secret`(
        name: String, value: String, shown: String
    ) throws {
        let variables = ["HEADSHOT_STORE": "s3://photos"].merging([name: value]) { $1 }
        let error = #expect(throws: SetupError.self) {
            try configuration(variables).storePlace()
        }
        guard case .badSetting(name, shown, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a file's keys go first, then the environment's, and systemd's credential last`()
        async throws
    {
        try await withTemporaryFolder { folder in
            func write(_ name: String, _ text: String) throws -> String {
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
                return "\(folder)/\(name)"
            }
            let file = try write(
                "keys", "[default]\n# mine\naws_access_key_id = a\naws_secret_access_key = b/+=\n")
            _ = try write("s3-key", "AWS_ACCESS_KEY_ID=c\nAWS_SECRET_ACCESS_KEY=d\n")
            var variables = ["CREDENTIALS_DIRECTORY": folder]
            _ = try configuration(variables).storeCredentials()
            // A half of a pair is none.
            variables["AWS_ACCESS_KEY_ID"] = "e"
            _ = try configuration(variables).storeCredentials()
            variables["AWS_SECRET_ACCESS_KEY"] = "f g"
            let fault = SetupError.badSecret(
                what: "The store's key", place: "AWS_SECRET_ACCESS_KEY", .whiteSpace)
            #expect(throws: fault) {
                try configuration(variables).storeCredentials()
            }
            variables["HEADSHOT_STORE_KEY_FILE"] = file
            _ = try configuration(variables).storeCredentials()
        }
        #expect(throws: SetupError.noStoreKey) { try configuration([:]).storeCredentials() }
    }

    @Test(arguments: [
        "", "AWS_ACCESS_KEY_ID=a\n", "a:b\n",
        "AWS_ACCESS_KEY_ID=a\nAWS_SECRET_ACCESS_KEY=b\nAWS_ACCESS_KEY_ID=c\nAWS_SECRET_ACCESS_KEY=d\n",
    ])
    func `a file without one pair of keys is refused by its name`(text: String) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/keys"
            try Data(text.utf8).write(to: URL(filePath: path))
            #expect(throws: SetupError.badStoreKey(path: path)) {
                try configuration(["HEADSHOT_STORE_KEY_FILE": path]).storeCredentials()
            }
        }
    }
}
