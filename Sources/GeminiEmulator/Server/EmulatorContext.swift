import Hummingbird
import NIOCore

/// A request's context with its connection, so that a fault can close it.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection of the request.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
