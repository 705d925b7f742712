import Hummingbird
import JobQueue
import NIOCore
import Synchronization

/// A request's context.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Names the request in answers and in the log.
    let requestID: String
    /// What the access log says of the request beside its result.
    let note = RequestNote()

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        requestID = RequestID().description
    }
}

/// What the innermost part of a request's handling passes to the outermost.
final class RequestNote: Sendable {
    private let spaceName = Mutex<String?>(nil)

    /// The space whose token was shown.
    var space: String? {
        get { spaceName.withLock { $0 } }
        set { spaceName.withLock { $0 = newValue } }
    }
}
