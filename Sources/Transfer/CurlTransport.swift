internal import CCurl
import Foundation
internal import Synchronization

/// Runs HTTP exchanges with libcurl, on a separate thread.
///
/// Many exchanges run at once. Only requests to a store share connections: on a reused connection, a close or stray bytes
/// after the last answer would be attributed to the next request. Nothing is ever sent twice: see
/// ``CurlTransfer``. The thread ends when the transport is shut down or deallocated.
package final class CurlTransport: Sendable {
    private let mailbox: CurlMailbox

    /// Starts the thread; nil if libcurl cannot be set up.
    package init?() {
        guard Self.libraryIsReady, let multi = unsafe curl_multi_init() else { return nil }
        let mailbox = unsafe CurlMailbox(CurlMulti(handle: multi))
        self.mailbox = mailbox
        let thread = Thread { CurlLoop(mailbox).run() }
        thread.name = "headshot-curl"
        thread.start()
    }

    deinit {
        mailbox.close()
    }

    /// Runs one exchange; cancelling the task ends it at once.
    package func carry(
        _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> HTTPExchange {
        let cancellation = CurlCancellation()
        return await withTaskCancellationHandler {
            await carry(request, cancellation, progress)
        } onCancel: {
            cancellation.set()
            mailbox.wake()
        }
    }

    /// Runs one exchange to its end, even if the task is cancelled.
    package func carryToItsEnd(_ request: HTTPRequest) async -> HTTPExchange {
        await carry(request, CurlCancellation()) { _ in }
    }

    private func carry(
        _ request: HTTPRequest, _ cancellation: CurlCancellation,
        _ progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> HTTPExchange {
        await withCheckedContinuation { continuation in
            mailbox.submit(
                CurlOrder(
                    request: request, progress: progress, cancellation: cancellation,
                    finish: { continuation.resume(returning: $0) }))
        }
    }

    /// Ends the running exchanges as cancelled, and refuses new ones.
    package func shutDown() {
        mailbox.close()
    }

    /// libcurl is set up once per process and never torn down: other code may use it too.
    private static let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// An exchange on its way to the transport's thread.
struct CurlOrder: Sendable {
    var request: HTTPRequest
    var progress: @Sendable (TransferProgress) -> Void
    var cancellation: CurlCancellation
    /// Must be called exactly once.
    var finish: @Sendable (HTTPExchange) -> Void
}

/// Set by the caller that cancels an exchange, before or after the transport's thread has taken it.
final class CurlCancellation: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() { flag.store(true, ordering: .releasing) }
}
