internal import CCurl
internal import Synchronization

/// What callers leave for the transport's thread.
final class CurlMailbox: Sendable {
    private struct State {
        var orders: [CurlOrder] = []
        var isClosed = false
        /// Whether the thread has let go of the multi handle, which then must not be touched.
        var isAbandoned = false
    }

    private let state = Mutex(State())
    /// For the transport's thread alone.
    let multi: CurlMulti

    init(_ multi: CurlMulti) {
        self.multi = multi
    }

    /// Hands an order to the thread, or refuses it when the transport is shut down.
    func submit(_ order: CurlOrder) {
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            multi.wake()
            return true
        }
        if !isTaken { order.finish(.notBegun(.cancelled, "the transport is shut down")) }
    }

    /// Makes the thread look at the mailbox, now or before it next sleeps.
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

    /// The orders left since the last call, and whether the thread is to end after them.
    func collect() -> (orders: [CurlOrder], isClosed: Bool) {
        state.withLock { state in
            defer { state.orders = [] }
            return (state.orders, state.isClosed)
        }
    }

    /// Declares the multi handle gone: from here on nobody wakes the thread.
    func abandon() {
        state.withLock { state in
            state.isClosed = true
            state.isAbandoned = true
        }
    }
}

/// libcurl's multi handle, on its way from the thread that made it to the one that runs it.
///
/// Unchecked, since libcurl lets any thread use a handle so long as only one does at a time:
/// after `CurlTransport.init` that is the transport's thread alone. The one exception,
/// `curl_multi_wakeup`, is documented to be safe from any thread while the handle lives; the
/// mailbox calls it under its lock, and never after `abandon`.
@safe struct CurlMulti: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    func wake() {
        unsafe curl_multi_wakeup(handle)
    }
}
