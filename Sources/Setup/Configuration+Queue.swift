import Foundation
import Ground
package import JobQueue

/// Settings of the server that has the queue, if the home does not.
extension Configuration {
    /// The server that has the queue; `nil` if the home does.
    package func queuePlace() throws(SetupError) -> PostgresPlace? {
        guard let url = environment[.queue] else { return nil }
        let password = try queuePassword()
        do throws(PostgresPlace.Problem) {
            return try PostgresPlace(url: url, password: password)
        } catch {
            // The URL itself is not shown: it may have a password.
            throw .badQueue(error)
        }
    }

    /// The server that has the queue; throws if the home does.
    package func queueServer() throws(SetupError) -> PostgresPlace {
        guard let place = try queuePlace() else { throw .noServer }
        return place
    }

    /// Throws ``JobQueueError/unsupportedOnServer`` if a server has the queue.
    package func requireQueueInHome() throws {
        guard try queuePlace() == nil else { throw JobQueueError.unsupportedOnServer }
    }

    /// The password, from a file that was named, or from systemd; `nil` leaves it to libpq where to look.
    private func queuePassword() throws(SetupError) -> Secret? {
        let named = environment[.queuePasswordFile].map(absolute)
        guard let file = named ?? credential("postgres-password") else { return nil }
        // A password may have any characters, quotes among them.
        let text = try Self.secret("The queue's password", inFile: file) {
            .unreadableQueuePassword(path: $0)
        }
        return Secret(text.exposed.trimmingCharacters(in: .newlines))
    }
}
