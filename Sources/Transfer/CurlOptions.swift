internal import CCurl

/// Sets up an easy handle for one request.
///
/// Safe, because it lives no longer than the call that makes it, under the transfer that owns everything.
@safe struct CurlOptions {
    let handle: UnsafeMutableRawPointer

    /// A connection that was idle for longer is not reused: servers close theirs after a few minutes, and a
    /// request sent at that moment would have an unknown outcome.
    private static let longestIdleSeconds = 60

    /// In bytes, the least that libcurl takes: between two pieces it looks whether the server has already refused the request,
    /// and a piece that is sent after the server has closed the connection ends the transfer without the refusal being read.
    private static let uploadPiece = 16_384

    /// Bytes a second; less is a stall.
    private static let nextToNothing = 1_000

    /// Sets every option.
    ///
    /// - Parameters:
    ///   - context: The `CurlTransfer`, which outlives the handle.
    /// - Returns: False when libcurl is out of memory.
    func set(
        _ request: HTTPRequest, headers: UnsafeMutablePointer<curl_slist>?,
        errorText: UnsafeMutablePointer<CChar>, context: UnsafeMutableRawPointer
    ) -> Bool {
        let results = unsafe [
            headshot_curl_set_text(handle, CURLOPT_URL, request.url),
            headshot_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText),
            headshot_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers),
            headshot_curl_set_long(handle, CURLOPT_TIMEOUT_MS, request.timeout.milliseconds),
            headshot_curl_set_long(
                handle, CURLOPT_LOW_SPEED_LIMIT, request.stall == nil ? 0 : Self.nextToNothing),
            headshot_curl_set_long(
                handle, CURLOPT_LOW_SPEED_TIME, request.stall?.wholeSeconds ?? 0),
            headshot_curl_set_long(
                handle, CURLOPT_CONNECTTIMEOUT_MS, (request.stall ?? request.timeout).milliseconds),
            headshot_curl_set_long(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS),
            headshot_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
            headshot_curl_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1),
            headshot_curl_set_long(handle, CURLOPT_UPLOAD_BUFFERSIZE, Self.uploadPiece),
            headshot_curl_set_long(handle, CURLOPT_MAXAGE_CONN, Self.longestIdleSeconds),
            headshot_curl_set_long(handle, CURLOPT_FRESH_CONNECT, request.isAlone ? 1 : 0),
            headshot_curl_set_long(handle, CURLOPT_FORBID_REUSE, request.isAlone ? 1 : 0),
            headshot_curl_set_quick_exit(handle),
            // Signals would kill the process from a thread that does not expect them.
            headshot_curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
            request.bypassesProxies
                ? headshot_curl_set_text(handle, CURLOPT_NOPROXY, "*") : CURLE_OK,
            headshot_curl_set_text(handle, CURLOPT_UNIX_SOCKET_PATH, request.socketPath),
            setMethod(request.method),
            setBody(request, context),
            setCallbacks(context),
        ]
        return results.allSatisfy { $0 == CURLE_OK }
    }

    /// GET and POST follow from whether there is a body.
    private func setMethod(_ method: HTTPRequest.Method) -> CURLcode {
        switch method {
        case .get, .post: CURLE_OK
        case .head: unsafe headshot_curl_set_long(handle, CURLOPT_NOBODY, 1)
        case .put, .delete:
            unsafe headshot_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    private func setBody(_ request: HTTPRequest, _ context: UnsafeMutableRawPointer) -> CURLcode {
        guard let body = request.body else { return CURLE_OK }
        let results = unsafe [
            headshot_curl_set_long(handle, CURLOPT_POST, 1),
            headshot_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, body.count),
            headshot_curl_set_read(
                handle,
                { buffer, size, count, context in
                    guard let buffer = unsafe buffer else { return Int(CURL_READFUNC_ABORT) }
                    return unsafe transfer(context)?.read(
                        into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
                        ?? Int(CURL_READFUNC_ABORT)
                }, context),
        ]
        return results.first { $0 != CURLE_OK } ?? CURLE_OK
    }

    private func setCallbacks(_ context: UnsafeMutableRawPointer) -> CURLcode {
        let results = unsafe [
            headshot_curl_set_write(
                handle,
                { piece, size, count, context in
                    let bytes = unsafe UnsafeRawBufferPointer(start: piece, count: size * count)
                    // Returning any other count than the piece's aborts the transfer.
                    return unsafe transfer(context)?.keep(bytes) == true ? bytes.count : 0
                }, context),
            headshot_curl_set_header(
                handle,
                { line, size, count, context in
                    let bytes = unsafe UnsafeRawBufferPointer(start: line, count: size * count)
                    unsafe transfer(context)?.see(header: bytes)
                    return bytes.count
                }, context),
            headshot_curl_set_progress(
                handle,
                { context, _, _, _, sent in
                    unsafe transfer(context)?.report(sent: Int(sent))
                    // Anything but 0 ends the transfer.
                    return unsafe transfer(context)?.isAnswered(sent: Int(sent)) == true ? 1 : 0
                }, context),
            headshot_curl_set_prerequest(
                handle,
                { context, _, _, _, _ in
                    unsafe transfer(context)?.allowsRequest() == true
                        ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
                }, context),
            headshot_curl_set_notes(
                handle,
                { _, sort, note, count, context in
                    // Everything else is what is sent and received.
                    guard sort == CURLINFO_TEXT else { return 0 }
                    let bytes = unsafe UnsafeRawBufferPointer(start: note, count: count)
                    unsafe transfer(context)?.see(note: bytes)
                    return 0
                }, context),
        ]
        return results.first { $0 != CURLE_OK } ?? CURLE_OK
    }
}

/// The transfer behind a callback's context.
private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    unsafe context.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

extension Duration {
    /// Whole milliseconds, at least one: libcurl takes 0 as "no timeout".
    fileprivate var milliseconds: Int {
        max(1, Int((self / .milliseconds(1)).rounded(.up)))
    }

    /// Whole seconds, at least one: libcurl takes 0 as "no limit".
    fileprivate var wholeSeconds: Int { max(1, Int((self / .seconds(1)).rounded(.up))) }
}
