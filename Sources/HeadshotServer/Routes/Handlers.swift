import Companion
import Foundation
import Ground
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup

/// The handlers of the routes for apps; each folder has those of a resource.
struct Handlers: Sendable {
    let session: Session
    /// Read each space's texts once.
    let people: PersonServices
    let feed: QueueFeed
    let looks: PhotoAnalyses
    let doors: Doors

    init(_ session: Session, _ feed: QueueFeed, _ decoders: DecoderPool) {
        self.session = session
        people = session.people
        self.feed = feed
        looks = PhotoAnalyses(decoders)
        doors = Doors(session: session)
    }

    func add(to routes: Routes) {
        for add in [
            addPhotos, addScans, addOrders, addJobs, addDecisions, addEvents, addMe, addPeople,
            addTexts, addQuiz, addTips, addRoutine, addMoments, addLive, addReminders, addFigures,
            addBulk, addArchive, addChanges, addMerging, addSpace, addDeliveries, addPurchases,
            addDocument,
        ] {
            add(routes)
        }
    }

    var environment: Setup.Environment { session.configuration.environment }
    var now: Date { environment.now }

    /// The milliseconds since a time; a clock that was set back since then gives 0.
    func milliseconds(since moment: Date) -> Milliseconds {
        Milliseconds(Int(clamping: now.timeIntervalSince(moment) * 1000))
    }

    /// A name that no one can guess.
    func newName() -> RandomName { environment.worker().newName() }

    /// What the path names by its `id`, if there is such a thing of the caller's.
    func found<Value>(
        _ context: ServerContext, _ find: (_ id: String) async throws -> Value?
    ) async throws -> Value {
        guard let id = context.parameters.get("id"), let value = try await find(id) else {
            throw Refusal.notFound
        }
        return value
    }

    /// What is shown of the caller's photos and headshots.
    func shownRules(of caller: PersonCaller) async throws -> ShownRules {
        try await people.shownRules(of: caller.person, in: caller.settings)
    }

    /// What the caller's plan gives.
    func rules(of caller: PersonCaller) async throws -> PlanRules {
        try await people.rules(of: caller.person, in: caller.settings)
    }
}
