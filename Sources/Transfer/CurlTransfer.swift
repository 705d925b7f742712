internal import CCurl
internal import Foundation

/// One exchange in libcurl: an easy handle and everything it points to.
///
/// **Nothing is sent twice.** libcurl would repeat a request on a new connection when a kept one dies
/// before the first byte of the answer, when an HTTP/2 server refuses the stream, and when it asks for HTTP/1.1
/// instead; a server may already have accepted the first request. Every repetition goes through the pre-request
/// callback: its first call lets the request go, any other aborts. (In addition, there is no seek callback, so
/// a body that was read cannot be rewound.)
///
/// Safe, because the handle and its error buffer are freed only in `deinit`, and the loop removes the handle
/// from the multi handle before it releases the transfer.
@safe final class CurlTransfer {
    /// Who ended the transfer.
    enum End {
        /// libcurl, with this result.
        case ended(CURLcode)
        /// The caller.
        case cancelled
    }

    let order: CurlOrder
    let handle: UnsafeMutableRawPointer
    var address: UInt { unsafe UInt(bitPattern: handle) }
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    private var body: Data { order.request.body ?? Data() }
    private var bytesRead = 0
    private var bytesSent = -1
    private var answer = Data()
    private var requestID: String?
    private var hasRetryAfter = false
    /// Whether the latest head has come to its end.
    private var isHeadWhole = false
    private var isTooLarge = false
    private var isAnsweredEarly = false
    /// The bytes that the answer had when it was last judged whether it is whole.
    private var bytesJudged = -1
    private var prerequests = 0
    /// Whether the server has asked for a certificate of its client; it may do without.
    private var isAskedForCertificate = false

    /// Sets up a transfer; nil if libcurl is out of memory.
    init?(_ order: CurlOrder) {
        guard let handle = unsafe curl_easy_init() else { return nil }
        self.order = order
        unsafe self.handle = handle
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard isSetUp() else { return nil }
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(headers)
        unsafe errorText.deallocate()
    }

    /// The exchange in its current state, read before the handle leaves the multi handle.
    func exchange(_ end: End) -> HTTPExchange {
        let code = unsafe headshot_curl_get_long(handle, CURLINFO_RESPONSE_CODE)
        // A status below 200 only announces an answer.
        let status = prerequests > 0 && code >= 200 ? code : nil
        return HTTPExchange(
            status: status, body: answer, requestMayHaveLeft: requestMayHaveLeft,
            // A part that libcurl has not read yet cannot have been sent.
            requestMayBeWhole: requestMayHaveLeft && bytesRead == body.count,
            retryAfter: retryAfter, requestID: requestID, announcedBytes: announcedBytes,
            end: exchangeEnd(end))
    }

    /// libcurl reports a missing header as a negative number.
    private var announcedBytes: Int? {
        let bytes = unsafe headshot_curl_get_offset(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        return bytes >= 0 ? Int(bytes) : nil
    }

    /// libcurl converts a date to seconds, reads nonsense as 0, and also takes the header from an announcement.
    private var retryAfter: Duration? {
        guard hasRetryAfter else { return nil }
        let seconds = unsafe headshot_curl_get_offset(handle, CURLINFO_RETRY_AFTER)
        return seconds > 0 ? .seconds(min(Int(seconds), Self.longestRetryAfter)) : nil
    }

    /// A year in seconds: keeps arithmetic with any number from a server safe.
    private static let longestRetryAfter = 31_536_000

    /// Before the pre-request callback there is no request; afterwards a count of 0 bytes is reliable only if
    /// there was one connection.
    private var requestMayHaveLeft: Bool {
        switch prerequests {
        case 0: false
        case 1 where wantsClientCertificate: false
        case 1: unsafe bytesSent > 0 || headshot_curl_get_long(handle, CURLINFO_REQUEST_SIZE) > 0
        default: true
        }
    }

    private func exchangeEnd(_ end: End) -> HTTPExchange.End {
        switch end {
        case .cancelled:
            return .failed(TransportFailure(reason: .cancelled, message: "cancelled"))
        case .ended(CURLE_OK) where isHeadWhole:
            return .complete
        case .ended(CURLE_OK):
            // libcurl takes a connection that is closed in an orderly way within the head for the end of it.
            return .failed(
                TransportFailure(
                    reason: .connectionLost, message: "the connection closed within the head"))
        case .ended where isAnsweredEarly:
            return .complete
        case .ended where isTooLarge:
            return .tooLarge
        case .ended(let result):
            return .failed(failure(result))
        }
    }

    /// How a proxy refused a tunnel; nil without a proxy, and once there is a tunnel.
    private var proxyFailure: TransportFailure.Reason? {
        guard prerequests == 0 else { return nil }
        switch unsafe headshot_curl_get_long(handle, CURLINFO_HTTP_CONNECTCODE) {
        case ..<300: return nil
        // These pass with time; other refusals last until a setting is changed.
        case 408, 425, 429, 500...: return .proxy
        default: return .proxyRefused
        }
    }

    /// Whether a certificate was refused for its dates alone, by OpenSSL's numbers.
    private var isOutOfDate: Bool {
        [CURLINFO_SSL_VERIFYRESULT, CURLINFO_PROXY_SSL_VERIFYRESULT].contains { info in
            Self.refusedDates.contains(unsafe headshot_curl_get_long(handle, info))
        }
    }

    /// `X509_V_ERR_CERT_NOT_YET_VALID`, `X509_V_ERR_CERT_HAS_EXPIRED`, and the same of a list of revoked certificates.
    private static let refusedDates = 9...12

    /// Whether the server ended the handshake because the client has no certificate.
    ///
    /// With TLS 1.3, the client has sent its request by the time it reads so; the server has not looked at it. TLS 1.2 has no
    /// alert for it: a server that has asked for a certificate sends one of several.
    private var wantsClientCertificate: Bool {
        let error = unsafe String(cString: errorText)
        if error.contains("certificate required") { return true }
        return prerequests == 0 && isAskedForCertificate
            && Self.refusals.contains { error.contains("alert \($0)") }
    }

    /// OpenSSL's names of the alerts with which servers refuse a client without a certificate.
    private static let refusals = [
        "handshake failure", "bad certificate", "certificate unknown", "access denied",
    ]

    private func failure(_ result: CURLcode) -> TransportFailure {
        if wantsClientCertificate {
            return TransportFailure(
                reason: .setting,
                message: "the server wants a certificate of its client, which headshot cannot show")
        }
        var reason = TransportFailure.Reason(result)
        // libcurl has the same code for an answer that is not HTTP and for an invalid address.
        if prerequests > 0, reason == .setting { reason = .other }
        if prerequests > 1 || (prerequests == 1 && reason.isBeforeRequest)
            || result == CURLE_SEND_FAIL_REWIND
        {
            return TransportFailure(
                reason: .connectionLost,
                message: "the connection ended before an answer came; not sent again")
        }
        if reason == .certificate, isOutOfDate { reason = .certificateDate }
        let detail = unsafe String(cString: errorText)
        // libcurl has no code for a proxy setting that it cannot use.
        if prerequests == 0, detail.hasPrefix("Unsupported proxy") {
            return TransportFailure(
                reason: .setting, message: "the setting of the proxy cannot be used")
        }
        return TransportFailure(
            reason: proxyFailure ?? reason, message: words(detail, result))
    }

    /// libcurl's words, but for those with the name of a proxy.
    ///
    /// A proxy's address may have a password; libcurl takes a part of one that is not encoded for the name.
    private func words(_ detail: String, _ result: CURLcode) -> String {
        let host = URLComponents(string: order.request.url)?.host ?? ""
        let isOfService = detail.contains(host.trimmingCharacters(in: ["[", "]"]))
        let isAboutProxy =
            !order.request.bypassesProxies
            && (detail.contains("resolve proxy") || detail.contains(" via ")
                || detail.contains("connect to ") && !isOfService)
        guard !detail.isEmpty, !isAboutProxy else {
            return unsafe String(cString: curl_easy_strerror(result))
        }
        return detail.replacing(/\/\/.*@/, with: "//")
    }
}

/// The callbacks of libcurl.
extension CurlTransfer {
    /// Called when a connection is ready and the request is about to be sent.
    func allowsRequest() -> Bool {
        prerequests += 1
        return prerequests == 1
    }

    /// Fills a buffer with the body's next bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let rest = body.dropFirst(bytesRead)
        let count = min(buffer.count, rest.count)
        unsafe rest.copyBytes(to: buffer, count: count)
        bytesRead += count
        return count
    }

    /// Keeps a piece of the answer; false aborts the transfer.
    func keep(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard answer.count + piece.count <= order.request.answerLimit else {
            isTooLarge = true
            return false
        }
        unsafe answer.append(contentsOf: piece)
        return true
    }

    /// Looks at a note of libcurl on the handshake.
    func see(note: UnsafeRawBufferPointer) {
        guard prerequests == 0, !isAskedForCertificate else { return }
        // "TLSv1.2 (IN), TLS handshake, Request CERT (13):"
        isAskedForCertificate = unsafe String(decoding: note, as: UTF8.self)
            .contains("(IN), TLS handshake, Request CERT")
    }

    func see(header: UnsafeRawBufferPointer) {
        let line = unsafe String(decoding: header, as: UTF8.self)
        // A proxy's head, or an announcement, precedes that of the answer.
        if line.hasPrefix("HTTP/") {
            requestID = nil
            hasRetryAfter = false
            isHeadWhole = false
        }
        // What follows are trailers.
        guard !isHeadWhole else { return }
        isHeadWhole = line.allSatisfy(\.isNewline)
        guard let colon = line.firstIndex(of: ":") else { return }
        let name = line[..<colon].lowercased()
        hasRetryAfter = hasRetryAfter || name == "retry-after"
        guard name == "x-request-id" else { return }
        let id = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
        let isPlain = id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        requestID = isPlain && (1...Self.longestRequestID).contains(id.utf8.count) ? id : nil
    }

    /// In bytes: longer than any id seen.
    private static let longestRequestID = 200

    /// Reports how many bytes of the body were handed to the network.
    func report(sent: Int) {
        guard let total = order.request.body?.count, prerequests > 0, sent > bytesSent else {
            return
        }
        bytesSent = sent
        order.progress(.uploading(sent: sent, total: total))
        if sent == total { order.progress(.processing) }
    }

    /// Whether the answer is whole before the request is; the transfer then ends.
    ///
    /// libcurl goes on sending after most statuses, to a server that may not read any more, until the deadline.
    func isAnswered(sent: Int) -> Bool {
        guard let total = order.request.body?.count, sent < total,
            unsafe headshot_curl_get_long(handle, CURLINFO_RESPONSE_CODE) >= 200
        else { return false }
        if let announcedBytes {
            isAnsweredEarly = answer.count == announcedBytes
        } else if answer.count != bytesJudged {
            bytesJudged = answer.count
            isAnsweredEarly = order.request.isWhole?(answer) ?? false
        }
        return isAnsweredEarly
    }

    private func isSetUp() -> Bool {
        let request = order.request
        for line in request.headers {
            guard let longer = unsafe curl_slist_append(headers, line) else { return false }
            unsafe headers = unsafe longer
        }
        return unsafe CurlOptions(handle: handle).set(
            request, headers: headers, errorText: errorText,
            context: Unmanaged.passUnretained(self).toOpaque())
    }
}

extension TransportFailure.Reason {
    /// Whether this error occurs only while connecting; after a request, that means while connecting again to
    /// repeat it.
    fileprivate var isBeforeRequest: Bool {
        switch self {
        case .dns, .connect, .tls, .certificate, .certificateDate, .proxy, .proxyRefused, .setting:
            true
        case .connectionLost, .deadline, .cancelled, .abandoned, .gateway, .other: false
        }
    }

    fileprivate init(_ result: CURLcode) {
        self =
            switch result {
            case CURLE_COULDNT_RESOLVE_HOST: .dns
            case CURLE_COULDNT_CONNECT: .connect
            case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER: .tls
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .certificate
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_NOT_BUILT_IN,
                CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
                .setting
            case CURLE_OPERATION_TIMEDOUT: .deadline
            case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
                CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND:
                .connectionLost
            default: .other
            }
    }
}
