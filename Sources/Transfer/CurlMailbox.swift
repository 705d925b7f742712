internal import CCurl
internal import Synchronization

/// What callers hand over to the transport's thread.
final class CurlMailbox: Sendable {
    private struct State {
        var orders: [CurlOrder] = []
        var isClosed = false
        /// Whether the thread has released the multi handle, which must not be used any more.
        var isAbandoned = false
    }

    private let state = Mutex(State())
    /// Only for the transport's thread.
    let multi: CurlMulti

    init(_ multi: CurlMulti) {
        self.multi = multi
    }

    /// Hands an order to the thread, or refuses it if the transport is shut down.
    func submit(_ order: CurlOrder) {
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            multi.wake()
            return true
        }
        if !isTaken { order.finish(.notBegun(.cancelled, "the transport is shut down")) }
    }

    /// Makes the thread check the mailbox, now or before it sleeps again.
    func wake() {
        state.withLock { state in
            if !state.isAbandoned { multi.wake() }
        }
    }

    /// Asks the thread to end.
    func close() {
        state.withLock { state in
            state.isClosed = true
            if !state.isAbandoned { multi.wake() }
        }
    }

    /// The orders since the last call, and whether the thread must end after them.
    func collect() -> (orders: [CurlOrder], isClosed: Bool) {
        state.withLock { state in
            defer { state.orders = [] }
            return (state.orders, state.isClosed)
        }
    }

    /// Declares the multi handle gone: from here on, nothing wakes the thread.
    func abandon() {
        state.withLock { state in
            state.isClosed = true
            state.isAbandoned = true
        }
    }
}

/// libcurl's multi handle, on its way from the thread that made it to the one that uses it.
///
/// Unchecked, because libcurl lets any thread use a handle as long as only one does at a time: after
/// `CurlTransport.init` that is the transport's thread alone. The one exception, `curl_multi_wakeup`, is
/// documented as safe from any thread while the handle lives; the mailbox calls it under its lock, and never
/// after `abandon`.
@safe struct CurlMulti: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    func wake() {
        unsafe curl_multi_wakeup(handle)
    }
}
