import Hashing
import Foundation
import Ground

/// Signs requests as Signature Version 4 of AWS asks, in their headers.
///
/// The rules: <https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html>.
struct RequestSigner: Sendable {
    let credentials: S3Credentials
    let region: String

    /// What is signed of a request.
    struct Request {
        var method: String
        var host: String
        /// The path, before it is encoded.
        var path: String
        var query: [String: String] = [:]
        /// More headers, by their names in lower case.
        var headers: [String: String] = [:]
        var body = Data()
    }

    /// The headers to send beside the request's own and its host, by their names in lower case.
    func headers(for request: Request, at moment: Date) -> [String: String] {
        let time = Self.time(moment)
        let hash = SHA256.hash(data: request.body).hexadecimal
        var added = ["x-amz-content-sha256": hash, "x-amz-date": time]
        added["x-amz-security-token"] = credentials.sessionToken?.exposed
        let headers = request.headers.merging(added) { $1 }.merging(["host": request.host]) { $1 }
        let names = headers.keys.sorted()
        let canonical = [
            request.method, request.path.percentEncoded(keeping: "/"), Self.query(request.query),
            names.map { "\($0):\(Self.trimmed(headers[$0] ?? ""))\n" }.joined(),
            names.joined(separator: ";"), hash,
        ].joined(separator: "\n")
        let day = String(time.prefix(8))
        let scope = "\(day)/\(region)/s3/aws4_request"
        let text = [
            "AWS4-HMAC-SHA256", time, scope, SHA256.hash(data: Data(canonical.utf8)).hexadecimal,
        ].joined(separator: "\n")
        let key = [day, region, "s3", "aws4_request"].reduce(
            AuthenticationKey(Data("AWS4\(credentials.secretKey.exposed)".utf8))
        ) { key, part in AuthenticationKey(key.code(of: Data(part.utf8))) }
        added["authorization"] = """
            AWS4-HMAC-SHA256 Credential=\(credentials.accessKey.exposed)/\(scope),\
            SignedHeaders=\(names.joined(separator: ";")),\
            Signature=\(key.code(of: Data(text.utf8)).hexadecimal)
            """
        return added
    }

    /// A query as it is signed and sent: encoded, in the order of its names.
    static func query(_ query: [String: String]) -> String {
        query.map { ($0.key.percentEncoded(), $0.value.percentEncoded()) }.sorted { $0 < $1 }
            .map { "\($0)=\($1)" }.joined(separator: "&")
    }

    private static func trimmed(_ value: String) -> String {
        value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func time(_ moment: Date) -> String {
        moment.formatted(
            Date.ISO8601FormatStyle(
                dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted,
                timeZone: .gmt))
    }
}
