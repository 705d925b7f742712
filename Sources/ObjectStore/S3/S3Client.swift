import Foundation
import Ground
import Transfer

/// Sends requests to a store, and sends them again while the trouble may pass.
struct S3Client: Sendable {
    let place: S3Place
    let signer: RequestSigner
    let transport: CurlTransport
    let surroundings: S3Store.Surroundings

    /// A request for an object, or for the bucket if there is no key.
    struct Request {
        var method: HTTPRequest.Method
        var key: String?
        var query: [String: String] = [:]
        var headers: [String: String] = [:]
        var body = Data()
    }

    struct Answer {
        let status: Int
        let body: Data
        /// The length that it announced.
        let length: Int?
        /// Whether an earlier request of the same call may have been obeyed, though its answer was lost.
        let mayRepeat: Bool

        var refusal: S3Refusal { S3Refusal(body) }
    }

    /// Sends a request until there is an answer that will not change, or the patience ends.
    ///
    /// Clock: of the patience with another machine, which tests set.
    func send(_ request: Request) async throws(StorageError) -> Answer {
        if let key = request.key, !ObjectKey.isPlain(key) {
            throw error(ObjectKey.refusal, about: key)
        }
        // Even if the task is cancelled: what is written next may be all that is known of a payment.
        var patience = Patience(
            first: .milliseconds(100), longest: surroundings.patience, for: surroundings.patience,
            surroundings.time.evenIfCancelled)
        var mayRepeat = false
        while true {
            let exchange = await transport.carryToItsEnd(signed(request))
            let trouble: String
            switch (exchange.end, exchange.status) {
            case (.complete, let status?):
                let answer = Answer(
                    status: status, body: exchange.body, length: exchange.announcedBytes,
                    mayRepeat: mayRepeat)
                guard Self.passing.contains(status) || answer.refusal.code == Self.tooSlow
                else { return answer }
                trouble = words(status, answer.refusal)
            case (.failed(let failure), _) where Self.isLasting(failure):
                throw unavailable(failure.message)
            case (.failed(let failure), _): trouble = failure.message
            case (.tooLarge, _):
                throw error("its answer is larger than any object", about: request.key)
            case (.complete, nil): trouble = "it answered without a status"
            }
            mayRepeat = mayRepeat || exchange.requestMayHaveLeft
            let hasTime = try? await patience.sleep(times: surroundings.chance())
            guard hasTime == true else { throw unavailable(trouble) }
        }
    }

    /// The error for what a store refuses.
    ///
    /// - Parameter key: The object that was asked for.
    func error(_ answer: Answer, about key: String? = nil) -> StorageError {
        let refusal = answer.refusal
        let words = self.words(answer.status, refusal)
        return Self.ofOneObject.contains(refusal.code)
            ? error(words, about: key) : unavailable(words)
    }

    private func error(_ words: String, about key: String?) -> StorageError {
        guard let key else { return unavailable(words) }
        return .unusable(place: .object("\(place.name)\(key)"), detail: words)
    }

    private func unavailable(_ detail: String) -> StorageError {
        .unavailable(place: .object(place.name), detail: detail)
    }

    private func signed(_ request: Request) -> HTTPRequest {
        let path = request.key.map { "/\(place.bucket)/\(place.prefix)\($0)" } ?? "/\(place.bucket)"
        let added = signer.headers(
            for: RequestSigner.Request(
                method: request.method.rawValue, host: place.host, path: path, query: request.query,
                headers: request.headers, body: request.body),
            at: surroundings.now())
        let query = request.query.isEmpty ? "" : "?\(RequestSigner.query(request.query))"
        return HTTPRequest(
            url: "\(place.endpoint)\(path.percentEncoded(keeping: "/"))\(query)",
            method: request.method,
            // Without the announcement, the body is not held back for an answer.
            headers: request.headers.merging(added) { $1 }.map { "\($0): \($1)" } + [
                "Content-Type: application/octet-stream", "Expect:",
            ],
            body: request.method == .put ? request.body : nil, timeout: Self.timeout,
            stall: surroundings.stall, answerLimit: Self.longestAnswer,
            bypassesProxies: place.isLoopback, isAlone: false)
    }

    private func words(_ status: Int, _ refusal: S3Refusal) -> String {
        let said = [refusal.code, refusal.message].filter { !$0.isEmpty }.joined(separator: ": ")
        let next: String? =
            switch refusal.code {
            case "NoSuchBucket": "make the bucket, or name another"
            case "InvalidAccessKeyId", "SignatureDoesNotMatch": "check the keys of the store"
            case "AccessDenied": "the keys may not do this in this bucket"
            case "RequestTimeTooSkewed":
                "set the clock of this machine, and of the queue's server if there is one"
            case "InvalidObjectState": "bring the object back from the bucket's archive"
            case "AuthorizationHeaderMalformed", "PermanentRedirect": "check the region"
            default: nil
            }
        let parts = ["it answered \(status)", said.isEmpty ? nil : said, next].compactMap(\.self)
        return signer.credentials.removed(from: parts.joined(separator: "; "))
    }

    /// Whether it will fail in the same way again.
    private static func isLasting(_ failure: TransportFailure) -> Bool {
        switch failure.reason {
        case .certificate, .proxyRefused, .setting: true
        case .dns, .connect, .tls, .certificateDate, .proxy, .connectionLost, .deadline, .cancelled,
            .abandoned,
            .gateway, .other:
            false
        }
    }

    /// What a store says against an object, and not against all.
    private static let ofOneObject: Set<String> = ["InvalidObjectState", "EntityTooLarge"]
    /// What Amazon's store says with the status 400 of a request whose bytes came too slowly.
    private static let tooSlow = "RequestTimeout"
    /// The answers of a store that is busy, or of a server before it.
    private static let passing: Set<Int> = [408, 409, 429, 500, 502, 503, 504]
    /// For one request: the largest object at half a megabyte a second.
    private static let timeout: Duration = .seconds(300)
    /// In bytes; more than the largest answer of a service that is spooled.
    private static let longestAnswer = 128 << 20
}
