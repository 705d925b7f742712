import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Synchronization

/// Photos that arrive in parts, so that one that was interrupted goes on where it stopped: at most one of a person.
///
/// Kept in memory, with the bytes in a file without a name: a server that is started again asks for the photo from its beginning.
final class PartialUploads: Sendable {
    /// A photo as far as it has come.
    struct Partial: Sendable {
        let key: String
        let length: Int
        let intake: PhotoIntake
        /// Its slots among the photos on their way, until it is dropped.
        let slots: [FairSlot]
        var count = 0
        var isBusy = false
        var touched: ContinuousClock.Instant
    }

    private let partials = Mutex<[Person: Partial]>([:])

    /// How long a part may be missing: a person looks for a better connection.
    private static let patience: Duration = .seconds(600)

    /// How much of a photo has come; `nil` if nothing has, or another photo of the person is on its way.
    func count(_ key: String, of person: Person) -> Int? {
        partials.withLock { all in all[person].flatMap { $0.key == key ? $0.count : nil } }
    }

    /// Begins a photo; the person's photo before it is dropped.
    func begin(_ partial: Partial, of person: Person) {
        partials.withLock { all in
            all = all.filter {
                $1.isBusy || $1.touched.duration(to: partial.touched) < Self.patience
            }
            all[person] = partial
        }
    }

    /// Takes a photo to append to it; `nil` unless it has so many bytes, and no other request has it.
    func take(_ key: String, at count: Int, of person: Person) -> Partial? {
        partials.withLock { all in
            guard let partial = all[person], partial.key == key, partial.count == count,
                !partial.isBusy
            else { return nil }
            all[person]?.isBusy = true
            return partial
        }
    }

    /// Gives back what was taken, with the bytes that were appended.
    func giveBack(_ key: String, count: Int, of person: Person, at now: ContinuousClock.Instant) {
        partials.withLock { all in
            guard all[person]?.key == key else { return }
            all[person]?.count = count
            all[person]?.isBusy = false
            all[person]?.touched = now
        }
    }

    /// Drops a photo that has become an upload, or cannot become one.
    func end(_ key: String, of person: Person) {
        partials.withLock { all in
            if all[person]?.key == key { all[person] = nil }
        }
    }
}
