import CrashPoints
public import Foundation
public import JobQueue
public import PromptFactory
public import Validation

/// Takes photos in: looks at each header, keeps the photo, and puts its jobs into the queue.
public struct Submitter: Sendable {
    private let store: JobStore
    private let photos: PhotoStore
    private let environment: WorkerEnvironment

    /// Creates a submitter for a home.
    public init(store: JobStore, home: HeadshotHome, environment: WorkerEnvironment) {
        self.store = store
        self.environment = environment
        photos = PhotoStore(home: home)
    }

    /// Looks at a photo file without keeping it: its header only, and free.
    public static func check(_ path: String) async throws(ValidationError) -> CheckedPhoto {
        switch try await PhotoFile.read(at: path) {
        case .refused(let finding):
            return CheckedPhoto(
                path: path, bytes: nil, inspection: Inspection(facts: nil, findings: [finding]))
        case .bytes(let bytes):
            return CheckedPhoto(
                path: path, bytes: bytes, inspection: HeaderInspector.inspect(bytes))
        }
    }

    /// Queues jobs for accepted photos, all or none; when this returns, jobs and photos survive a power cut.
    public func submit(_ orders: [PhotoOrder]) async throws -> [Submission] {
        var jobs: [NewJob] = []
        for order in orders {
            guard let bytes = order.photo.bytes, order.photo.inspection.isAccepted else { continue }
            let photo = try await photos.keep(bytes)
            CrashPoint.reach(.photoKept)
            jobs += order.styles.map { style in
                NewJob(
                    id: environment.newID(), payload: order.payload(for: style),
                    provider: order.provider.rawValue, person: order.person,
                    key: order.key(for: style, photo: photo), photo: photo,
                    photoName: order.photo.name, priority: order.priority,
                    notBefore: order.notBefore)
            }
        }
        let submissions = try await store.submit(jobs, now: environment.now())
        CrashPoint.reach(.jobsQueued)
        // A photo that was there before may have been pruned before its new job was: keep it once more. From here on
        // the job itself holds it.
        for order in orders {
            guard let bytes = order.photo.bytes, order.photo.inspection.isAccepted else { continue }
            _ = try await photos.keep(bytes)
        }
        return submissions
    }
}

extension Submitter {
    /// A fresh job for the photo of another, in the same style or another one, by the same provider or another one.
    public func repetition(
        of job: Job, style: Style? = nil, provider: ProviderKind? = nil
    ) -> NewJob {
        let isForced = HeadshotOrder(payload: job.payload)?.isForced ?? false
        let payload =
            style.map { HeadshotOrder(style: $0, isForced: isForced).payload } ?? job.payload
        return NewJob(
            id: environment.newID(), payload: payload,
            provider: provider?.rawValue ?? job.provider, person: job.person, photo: job.photo,
            photoName: job.photoName, priority: job.priority, retryOf: job.id)
    }
}

/// A photo that was looked at.
public struct CheckedPhoto: Sendable {
    /// Where it was found.
    public let path: String
    /// Its bytes, if it is a file that may be read.
    public let bytes: Data?
    /// What was seen and said.
    public let inspection: Inspection

    /// The file's name, for people.
    public var name: String { URL(filePath: path).lastPathComponent }
}

/// The headshots that are wanted of one photo.
public struct PhotoOrder: Sendable {
    /// The photo.
    public var photo: CheckedPhoto
    /// The styles, one job each.
    public var styles: [Style]
    /// Whether headshots are wanted even if the face would refuse them.
    public var isForced: Bool
    /// Who makes the headshots.
    public var provider: ProviderKind
    /// Whom the cap counts for.
    public var person: Person
    /// What makes a second submit find the first one's jobs.
    public var key: OrderKey?
    /// Higher is sooner.
    public var priority: Int
    /// Not to be claimed before this time.
    public var notBefore: Date?

    /// Creates an order.
    public init(
        photo: CheckedPhoto, styles: [Style], isForced: Bool = false, provider: ProviderKind,
        person: Person, key: OrderKey? = nil, priority: Int = 0, notBefore: Date? = nil
    ) {
        self.photo = photo
        self.styles = styles
        self.isForced = isForced
        self.provider = provider
        self.person = person
        self.key = key
        self.priority = priority
        self.notBefore = notBefore
    }

    func payload(for style: Style) -> String {
        HeadshotOrder(style: style, isForced: isForced).payload
    }

    /// A key names an order; of several styles, each has a job of its own under it.
    func key(for style: Style, photo: String) -> String? {
        switch key {
        case nil: nil
        case .name(let name): styles.count > 1 ? "\(name)/\(style.name)" : name
        case .photo where provider == .local: "photo:\(photo)/\(style.name)/local"
        case .photo: "photo:\(photo)/\(style.name)"
        }
    }
}

/// What makes an order one and the same when it is submitted again.
public enum OrderKey: Sendable, Equatable {
    /// The submitter's own name for it.
    case name(String)
    /// The photo's content: a person has one job of it in each style and of each provider, as long as that job is
    /// kept.
    case photo

    /// How many characters a name may have: with a style's name behind it, it still is a key of the queue.
    public static let nameLengths = 1...200
}
