import Glibc
import Ground
import JobQueue
import ServiceLifecycle

/// The service manager that started this process and wants to hear from it: systemd.
package struct ServiceManager: Sendable {
    private let path: String
    /// How long it waits for a sign of life; `nil` if it wants none.
    package let patience: Duration?

    /// What it may hear.
    package enum News: String, Sendable {
        case ready = "READY=1"
        /// It will say more within 30 seconds; its start takes longer than usual.
        case starting = "EXTEND_TIMEOUT_USEC=30000000"
        case stopping = "STOPPING=1"
        case alive = "WATCHDOG=1"
    }

    /// Without a request in the environment there is no service manager.
    package init?(_ environment: Environment) {
        guard let path = environment[.notifySocket], path.utf8.count <= Self.longestPath,
            "/@".contains(path.prefix(1))
        else { return nil }
        self.path = path
        // The limit is meant for one process.
        let isMeant = environment[.watchdogProcess].map { $0 == "\(getpid())" } ?? true
        patience = environment[.watchdogTime].flatMap {
            isMeant ? Int(digits: $0, in: Self.patiences) : nil
        }
        .map(Duration.microseconds)
    }

    /// Notifies it, as sd_notify(3) says; nothing is done about a manager that does not listen.
    package func notify(_ news: News) {
        let socket = socket(
            AF_UNIX, CInt(bitPattern: SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // An @ stands for a name that is not a file.
        let name = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
        // `init` has made sure that it fits.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0
        let message = Array(news.rawValue.utf8)
        // Both pointers are used only during the call, with the sizes of what they point to.
        _ = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(
                    socket, message, message.count, CInt(clamping: MSG_NOSIGNAL), address,
                    socklen_t(length))
            }
        }
    }

    /// In microseconds, up to a year.
    private static let patiences = 1...31_536_000_000_000

    /// The room for a path in the kernel's structure, but for the zero after it.
    private static let longestPath = 107
}

/// Notifies a service manager that the work is ready, and that it goes on.
struct Heartbeat: Service {
    let manager: ServiceManager
    /// Whether the work is ready as soon as it begins.
    let isReadyAtOnce: Bool
    /// Returns only if the process still works.
    let proof: @Sendable () async -> Void

    func run() async throws {
        if isReadyAtOnce { manager.notify(.ready) }
        await cancelWhenGracefulShutdown {
            guard let patience = manager.patience else {
                try? await gracefulShutdown()
                return
            }
            while !Task.isCancelled {
                // A queue whose server is away is waited for elsewhere: that is not a sign of death.
                await CallPatience.$ofTask.withValue(patience / 6) { await proof() }
                manager.notify(.alive)
                // Twice in the time, so that one may be late.
                // Waits: between two signs of life.
                try? await Task.sleep(for: patience / 3)
            }
        }
    }
}
