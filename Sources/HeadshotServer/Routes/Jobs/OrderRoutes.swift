import Answers
import Companion
import Foundation
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import PromptFactory
import Setup
import Validation

/// The route that takes orders.
///
/// An order that was answered with 202 has survived a power cut.
extension Handlers {
    func addOrders(to routes: Routes) {
        routes.add(.post, "/v1/jobs", .person(.creates, feature: .headshots), take)
        routes.add(.post, "/v1/estimates", .person(.reads, feature: .headshots), estimate)
    }

    /// What an order would cost and wait for; queues nothing.
    private func estimate(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let wanted = try await RequestBytes.decode(EstimateRequest.self, from: request)
        let photos = wanted.photos ?? 1
        guard (1...Self.mostPhotos).contains(photos) else {
            throw Refusal.malformed("'photos' is 1 to \(Self.mostPhotos).")
        }
        try caller.access.forbid([("provider", wanted.provider != nil)])
        let wish = try HeadshotWish(wanted.styles, by: wanted.provider, for: caller)
        let forecast = try await forecast(of: wish, photos: photos, for: caller.person)
        // What keeps the headshots from being made today.
        let delays = ["delays": forecast.delays(now: now)]
        return try .json(Extended(ForecastAnswer(forecast, now: now), delays))
    }

    func forecast(
        of wish: HeadshotWish, photos: Int = 1, for person: Person
    ) async throws -> Forecast {
        let asked = ProviderOverrides(of: wish.provider.isPaid ? wish.provider : .gemini)
        return try await Forecast(
            reading: [person: photos * wish.styles.count], by: wish.provider,
            in: session.store, model: session.configuration.expectedModel(session.store, asked),
            isKeySet: session.configuration.hasKey(for: wish.provider),
            limits: session.keptLimits, now: now)
    }

    /// Throws where the person's slots of the day do not reach for an order that is for today only.
    private func requireSlots(for wish: HeadshotWish, of person: Person) async throws {
        guard wish.provider.isPaid else { return }
        let forecast = try await forecast(of: wish, for: person)
        guard forecast.placesLeft < wish.styles.count else { return }
        throw Refusal.dailyCap(forecast.cap.nextDay(after: now), now: now)
    }

    private func take(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let key = try Self.key(of: request)
        let wanted = try await RequestBytes.decode(OrderRequest.self, from: request)
        try caller.access.forbid([
            ("priority", wanted.priority != nil), ("force", wanted.force != nil),
            ("provider", wanted.provider != nil),
        ])
        let order = PhotoOrder(
            photo: try await photo(wanted.photoId, of: caller.person, key: key),
            wish: try wanted.wish(for: caller), person: caller.person, key: key,
            priority: wanted.priority ?? 0, notBefore: wanted.notBefore)
        let jobs = try await place(
            order, of: wanted.photoId, namesProvider: wanted.provider != nil,
            onlyToday: wanted.onlyToday == true, for: caller.visitor)
        return try await answer(jobs, caller)
    }

    /// Queues an order, or finds what the queue has of it already.
    ///
    /// - Parameter photo: The id of the upload that it is of.
    func place(
        _ order: PhotoOrder, of photo: String, namesProvider: Bool = false, onlyToday: Bool = false,
        for visitor: Visitor
    ) async throws -> [Submission] {
        var order = order
        if case .name = order.key { order.keepsKey = true }
        var plan = try await plan(order)
        // An order that names no provider is the same after the space has got another one.
        if !namesProvider, case .keyTaken(let job) = plan.state, case .name = order.key,
            let provider = ProviderKind(rawValue: job.provider)
        {
            order.setProvider(provider)
            plan = try await self.plan(order)
            if plan.isNew { throw Refusal.keyReused(job.id) }
        }
        if case .keyTaken(let job) = plan.state { throw Refusal.keyReused(job.id) }
        if case .removed = plan.state { throw Refusal.orderRemoved }
        if plan.isNew {
            switch plan.order.wish {
            case .headshots(let wish):
                try await session.checkConsent(
                    of: visitor.person, to: wish.provider.rawValue, in: visitor.settings)
                try await requireTurned(photo, for: wish, of: visitor.person)
                if onlyToday { try await requireSlots(for: wish, of: visitor.person) }
                plan.order.quote = try await session.quote(for: wish.provider)
            case .analysis:
                try await session.checkOrder(
                    of: .analysis, for: visitor.person, in: visitor.settings)
            }
        }
        let outcomes = try await submitter.submit(
            [plan], within: doors.allowance(in: visitor.space))
        switch outcomes.first ?? nil {
        case .keyTaken(let job)?: throw Refusal.keyReused(job.id)
        case .removed?: throw Refusal.orderRemoved
        case .taken(let jobs)?: return jobs
        case nil: throw Refusal.defect
        }
    }

    /// Throws where a head looks elsewhere than a style that is made without a model: it is a crop of the photo, and two styles
    /// would be one picture.
    private func requireTurned(
        _ photo: String, for wish: HeadshotWish, of person: Person
    ) async throws {
        guard !wish.provider.isPaid, let upload = try await session.store.upload(photo, of: person)
        else { return }
        let refusals = PhotoVerdict(upload).refusals(of: wish.styles.map(\.angle))
        guard let refusal = refusals.first else { return }
        throw Refusal.photoRefused([refusal])
    }

    private var submitter: Submitter {
        Submitter(
            store: session.store, home: session.home, environment: environment.worker())
    }

    /// The photo of an order.
    ///
    /// An order that the queue has by its key needs no upload any more: that may have been deleted, or too old, when a
    /// client repeats the order because it never got the response.
    private func photo(
        _ id: String, of person: Person, key: OrderKey
    ) async throws -> CheckedPhoto {
        if let upload = try await session.store.upload(id, of: person) {
            return CheckedPhoto(stored: upload.photo, name: upload.name)
        }
        guard case .name(let name) = key else { throw Refusal.notFound }
        guard let job = try await submitter.job(of: person, named: name),
            let photo = CheckedPhoto(of: job)
        else {
            // An app that was refused for the photo would hand it in, and order, again.
            let wasRemoved = try await submitter.wasRemoved(of: person, named: name)
            throw wasRemoved ? Refusal.orderRemoved : Refusal.notFound
        }
        // The photo of an upload is named after the upload.
        guard job.input.map(PhotoName.submit) == id else { throw Refusal.keyReused(job.id) }
        return photo
    }

    /// Finds what the queue already has of an order.
    ///
    /// Without a key, the photo and what is made of it are the key, for ten minutes: people tap twice, and phones send
    /// again. Later the same order is another one; its key names the job before it, so that of two such orders at the
    /// same time only one is new.
    private func plan(_ order: PhotoOrder) async throws -> PlannedOrder {
        var order = order
        while true {
            guard let plan = try await submitter.plan([order]).first else { throw Refusal.defect }
            guard order.isWithoutName, case .open(let jobs) = plan.state,
                let last = jobs.compactMap(\.self).max(by: { $0.created < $1.created }),
                jobs.allSatisfy({ $0 != nil }),
                now.timeIntervalSince(last.created) >= Self.repeatTime
            else { return plan }
            order.key = .name("\(Self.again)\(last.id)")
        }
    }

    private func answer(
        _ submissions: [Submission], _ caller: PersonCaller
    ) async throws -> Response {
        var found: [(job: Job, charges: [Charge])] = []
        var isReplayed = true
        for submission in submissions {
            if case .queued = submission { isReplayed = false }
            if let job = try await session.store.job(submission.id) { found.append(job) }
        }
        let jobs = try await session.resources(found, in: caller.settings)
        return try .json(
            ["jobs": jobs], status: isReplayed ? .ok : .accepted, isReplayed: isReplayed)
    }

    /// The order's key; without one, the photo is the key.
    static func key(of request: Request) throws(Refusal) -> OrderKey {
        guard let key = try request.idempotencyKey() else { return .photo }
        guard !key.hasPrefix(again) else {
            throw .malformed("'Idempotency-Key' does not begin with '\(again)'.")
        }
        return .name(key)
    }

    private static let mostPhotos = 10_000
    /// Seconds.
    private static let repeatTime: TimeInterval = 600
    /// Begins the keys of orders that repeat an older one, which no client may choose.
    fileprivate static let again = "again:"
}

extension PhotoOrder {
    fileprivate mutating func setProvider(_ provider: ProviderKind) {
        guard case .headshots(var headshots) = wish else { return }
        headshots.provider = provider
        wish = .headshots(headshots)
    }

    /// Whether the submitter gave it no name.
    fileprivate var isWithoutName: Bool {
        switch key {
        case .photo, nil: true
        case .name(let name): name.hasPrefix(Handlers.again)
        }
    }
}

struct OrderRequest: Decodable, Sendable {
    let photoId: String
    let kind: String?
    let styles: [String]?
    let provider: String?
    let force: Bool?
    let priority: Int?
    let notBefore: Date?
    /// Whether nothing is queued that would have to wait for another day's slots.
    let onlyToday: Bool?

    fileprivate func wish(for caller: PersonCaller) throws(Refusal) -> PhotoOrder.Wish {
        if let priority, !(-100...100).contains(priority) {
            throw .malformed("'priority' is -100 to 100.")
        }
        switch kind {
        case nil, JobKind.headshot.rawValue:
            return .headshots(
                try HeadshotWish(styles, by: provider, isForced: force ?? false, for: caller))
        case JobKind.analysis.rawValue: return .analysis()
        default: throw .malformed("'kind' is headshot or analysis.")
        }
    }
}

extension HeadshotWish {
    fileprivate init(
        _ styles: [String]?, by provider: String?, isForced: Bool = false, for caller: PersonCaller
    ) throws(Refusal) {
        var chosen: [Style] = []
        for name in styles ?? [] {
            guard let style = Style.all.first(where: { $0.name == name }) else {
                throw .malformed("Unknown style in 'styles'; see GET /v1/styles.")
            }
            if !chosen.contains(style) { chosen.append(style) }
        }
        guard !chosen.isEmpty else { throw .malformed("'styles' names no style.") }
        self.init(
            styles: chosen, isForced: isForced,
            provider: try ProviderKind(requested: provider ?? caller.settings.provider))
    }
}

extension ProviderKind {
    init(requested name: String) throws(Refusal) {
        guard let provider = Self(rawValue: name) else {
            throw .malformed("'provider' is \(Self.names).")
        }
        self = provider
    }
}

private struct EstimateRequest: Decodable, Sendable {
    let photos: Int?
    let styles: [String]?
    let provider: String?
}
