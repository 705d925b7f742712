internal import CCurl

/// The transport's thread: the only place where libcurl's handles are used.
///
/// Safe, because it is made and used on that thread, and the multi handle lives until `run` ends.
@safe struct CurlLoop {
    private let mailbox: CurlMailbox
    private let multi: UnsafeMutableRawPointer
    /// Keyed by the address of the easy handle, the only thing libcurl reports about a transfer.
    private var transfers: [UInt: CurlTransfer] = [:]

    init(_ mailbox: CurlMailbox) {
        self.mailbox = mailbox
        unsafe multi = mailbox.multi.handle
    }

    /// Runs exchanges until the mailbox is closed.
    consuming func run() {
        var isRunning = true
        while isRunning {
            let (orders, isClosed) = mailbox.collect()
            for order in orders { begin(order) }
            endCancelled()
            isRunning = !isClosed && advance()
        }
        end()
    }

    private mutating func begin(_ order: CurlOrder) {
        guard let transfer = CurlTransfer(order) else {
            return order.finish(.notBegun(.other, "the transfer could not be set up"))
        }
        let result = unsafe curl_multi_add_handle(multi, transfer.handle)
        guard result == CURLM_OK else {
            return order.finish(.notBegun(.other, "the transfer could not be begun"))
        }
        transfers[transfer.address] = transfer
    }

    private mutating func endCancelled() {
        for (address, transfer) in transfers where transfer.order.cancellation.isSet {
            finish(address, .cancelled)
        }
    }

    /// Transfers bytes, delivers finished exchanges, and sleeps until there is more to do.
    ///
    /// - Returns: Whether libcurl can go on.
    private mutating func advance() -> Bool {
        var running: Int32 = 0
        guard unsafe curl_multi_perform(multi, &running) == CURLM_OK else { return false }
        var result = CURLE_OK
        while let handle = unsafe headshot_curl_next_ended(multi, &result) {
            finish(UInt(bitPattern: handle), .ended(result))
        }
        // Sleeps no longer than libcurl's own timers allow; orders and cancellations wake it.
        return unsafe curl_multi_poll(multi, nil, 0, Int32.max, nil) == CURLM_OK
    }

    private mutating func finish(_ address: UInt, _ end: CurlTransfer.End) {
        guard let transfer = transfers.removeValue(forKey: address) else { return }
        let exchange = transfer.exchange(end)
        unsafe curl_multi_remove_handle(multi, transfer.handle)
        transfer.order.finish(exchange)
    }

    private mutating func end() {
        for address in transfers.keys {
            finish(address, .cancelled)
        }
        mailbox.abandon()
        for order in mailbox.collect().orders {
            order.finish(.notBegun(.cancelled, "the transport is shut down"))
        }
        unsafe curl_multi_cleanup(multi)
    }
}
