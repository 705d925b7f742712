import Foundation
import Ground
import Testing

@testable import ObjectStore

struct RequestSignerTests {
    private static let signer = RequestSigner(
        credentials: S3Credentials(
            accessKey: Secret("AKIAIOSFODNN7EXAMPLE"),
            secretKey: Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")),
        region: "us-east-1")
    private static let day = Date(timeIntervalSince1970: 1_369_353_600)
    private static let host = "examplebucket.s3.amazonaws.com"

    /// The examples of AWS's page on signatures in headers, and the signatures that it names.
    private static let published: [(RequestSigner.Request, String)] = [
        (
            .init(method: "GET", host: host, path: "/test.txt", headers: ["range": "bytes=0-9"]),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        ),
        (
            .init(
                method: "PUT", host: host, path: "/test$file.text",
                headers: [
                    "date": "Fri, 24 May 2013 00:00:00 GMT",
                    "x-amz-storage-class": "REDUCED_REDUNDANCY",
                ], body: Data("Welcome to Amazon S3.".utf8)),
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        (
            .init(method: "GET", host: host, path: "/", query: ["lifecycle": ""]),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        ),
        (
            .init(method: "GET", host: host, path: "/", query: ["max-keys": "2", "prefix": "J"]),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ]

    @Test(arguments: published.indices)
    func `AWS's own examples get the signatures that AWS published`(index: Int) throws {
        let (request, signature) = Self.published[index]
        #expect(try Self.signature(of: request) == signature)
    }

    /// As botocore 1.44.5 signs them: `S3SigV4Auth` on a PUT of `x`, with the time of AWS's examples.
    @Test(arguments: [
        (
            "photos/a b+c=d",
            "88c18279f43fe84c238c2985640a39df0cdfc80d4fff0fb98daa0f33f04ca72d"
        ),
        (
            "results/ü~(1).png",
            "49125d1d990d7f8c2d90ac7b8a068c71b42a8449793e91572fbf4d520206458e"
        ),
        ("a/%41&?#", "188bf9e1d4b26f09638347ad5c9d0c9af3cb5f3e23a982e915ff18ab97e67c57"),
    ])
    func `keys of odd letters are signed as the official client does`(
        key: String, signature: String
    ) throws {
        let request = RequestSigner.Request(
            method: "PUT", host: "127.0.0.1:8333", path: "/bucket/\(key)",
            headers: ["if-none-match": "*"], body: Data("x".utf8))
        #expect(try Self.signature(of: request) == signature)
    }

    @Test func `a token is sent and signed, and the secret is never told`() throws {
        let credentials = S3Credentials(
            accessKey: Secret("key"), secretKey: Secret("secret-of-mine"),
            sessionToken: Secret("token-of-mine"))
        let headers = RequestSigner(credentials: credentials, region: "r")
            .headers(for: .init(method: "GET", host: "h", path: "/"), at: Self.day)
        #expect(headers["x-amz-security-token"] == "token-of-mine")
        #expect(headers["authorization"]?.contains(";x-amz-security-token,") == true)
        #expect(!headers.values.contains { $0.contains("secret-of-mine") })
        var dumped = ""
        dump(credentials, to: &dumped)
        #expect(!"\(credentials)\(dumped)".contains("of-mine"))
    }

    private static func signature(of request: RequestSigner.Request) throws -> String {
        let header = signer.headers(for: request, at: day)["authorization"]
        return try #require(header?.firstMatch(of: /Signature=(.*)/)).1.description
    }
}
