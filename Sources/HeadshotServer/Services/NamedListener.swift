import Ground
import NIOCore
import NIOPosix
import ServiceLifecycle
import Setup

/// A listener that says which address the system refused.
struct NamedListener: Service {
    let address: ListenAddress
    let service: any Service

    func run() async throws {
        do {
            try await service.run()
        } catch let error as IOError {
            throw ServerError.cannotListen(
                address: "\(address)", detail: SystemError.words(for: error.errnoCode))
        } catch is UnixDomainSocketPathWrongType {
            throw ServerError.cannotListen(
                address: "\(address)", detail: "Another file is there, which is not a socket")
        }
    }
}
