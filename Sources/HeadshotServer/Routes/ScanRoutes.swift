import Answers
import Crypto
import FaceAnalysis
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup

/// The routes that rate photos at once, free and on this machine.
///
/// Where the space keeps no photos, those of a scan never have a name on the disk.
struct ScanRoutes: Sendable {
    let session: Session
    let looks: PhotoLooks
    let persons: Persons

    func add(to group: RouterGroup<ServerContext>) {
        group.post("scans") { request, context in try await take(request, context) }
        group.get("scans") { request, context in try await list(request, context) }
        group.get("scans/{id}") { _, context in
            let (scan, rules) = try await found(context)
            let settings = try context.requireCaller().access.space.settings
            return try Response.json(
                ScanResource(scan, by: rules, variation: variation(settings)))
        }
        group.delete("scans/{id}") { _, context in
            let scan = try await found(context).scan
            _ = try await session.store.removeScan(scan.id, of: scan.person)
            try await session.finishRemovals()
            return Response(status: .noContent)
        }
        group.get("scans/{id}/photo") { request, context in
            try await photo(found(context).scan.photo, request, context)
        }
        group.get("scans/{id}/side") { request, context in
            try await photo(found(context).scan.sidePhoto, request, context)
        }
    }

    private var now: Date { session.configuration.environment.now }

    private func take(_ request: Request, _ context: ServerContext) async throws -> Response {
        let caller = try context.requireCaller()
        try caller.require(.submit)
        try caller.require(.scans)
        let person = try await persons.admit(caller)
        let key = try request.idempotencyKey()
        let settings = caller.access.space.settings
        var known: Scan?
        if let key { known = try await session.store.scan(of: person, key: key) }
        if known == nil {
            let place = try await session.store.placeForScan(of: person, settings.plans, now: now)
            try place.demand()
        }
        let front = try await intake(settings)
        let side = try await intake(settings)
        let parts = try await PhotoBody(request, parts: ["front", "side"]).read { part, piece in
            try await (part == "side" ? side : front).append(piece)
        }
        let hasSide = parts.contains("side")
        let digest = Self.digest(await front.digest, hasSide ? await side.digest : nil)
        if let known {
            guard known.digest == digest else { throw Refusal.scanKeyReused }
            return try await answer(known, isReplayed: true, caller)
        }
        let text = try await rate(front, hasSide ? side : nil)
        var photos: [String] = []
        if settings.keepsPhotos {
            for intake in hasSide ? [front, side] : [front] {
                let name = await intake.name(by: names())
                try await intake.keep(as: name)
                photos.append(name)
            }
        }
        return try await keep(
            Scan(
                id: newName(), person: person, key: key, digest: digest, answer: text,
                photo: photos.first, sidePhoto: photos.dropFirst().first, created: now),
            for: caller)
    }

    private func keep(_ scan: Scan, for caller: Caller) async throws -> Response {
        let plans = caller.access.space.settings.plans
        let admission = try await session.store.add(scan, by: plans, now: scan.created)
        if admission == .kept { return try await answer(scan, isReplayed: false, caller) }
        try await session.janitor.removePhotos([scan.photo, scan.sidePhoto].compactMap(\.self))
        switch admission {
        case .kept, .gone: throw Refusal.leaving
        case .existing(let old): return try await answer(old, isReplayed: true, caller)
        case .keyTaken: throw Refusal.scanKeyReused
        case .refused(let place):
            try place.demand()
            throw Refusal.defect
        }
    }

    private func answer(
        _ scan: Scan, isReplayed: Bool, _ caller: Caller
    ) async throws -> Response {
        var headers: HTTPFields = [.location: "/v1/scans/\(scan.id)"]
        if isReplayed, let name = HTTPField.Name("Idempotency-Replayed") { headers[name] = "true" }
        return try .json(
            ScanResource(
                scan, by: try await rules(for: scan.person, caller),
                variation: variation(caller.access.space.settings)),
            status: isReplayed ? .ok : .created, headers: headers)
    }

    /// Looks at both photos at the same time; what was said, as JSON.
    private func rate(_ front: PhotoIntake, _ side: PhotoIntake?) async throws -> String {
        async let looked = looks.look("photo") { try await front.bytes() }
        var fromSide: AnalyzedPhoto?
        if let side {
            fromSide = try await looks.look("photo") { try await side.bytes() }
        }
        let photo = try await looked
        guard let answer = ScanAnswer(photo, side: fromSide) else {
            throw Refusal.photoRefused(photo.findings.filter { $0.severity == .refusal })
        }
        if let refusal = fromSide?.findings.first(where: {
            $0.severity == .refusal && !$0.isOverridable
        }) {
            throw Refusal.photoRefused([refusal])
        }
        return try answer.text()
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let caller = try context.requireCaller()
        try caller.require(.scans)
        let person = try caller.requirePerson()
        let page = try PageQuery(request.uri.queryParameters)
        let found = try await session.store.scans(
            of: person, before: page.after, limit: page.limit + 1)
        let rules = try await rules(for: person, caller)
        let scans = try found.prefix(page.limit).map { try ScanResource($0, by: rules) }
        let first = try await session.store.firstScan(of: person)
        let last = try await session.store.scans(of: person, limit: 1).first
        return try .json(
            ScansAnswer(
                scans: scans, first: try first.map { try ScanResource($0, by: rules) },
                last: try last.map { try ScanResource($0, by: rules) },
                next: found.count > page.limit ? scans.last?.id : nil))
    }

    private func found(
        _ context: ServerContext
    ) async throws -> (scan: Scan, rules: PlanRules) {
        let caller = try context.requireCaller()
        try caller.require(.scans)
        let person = try caller.requirePerson()
        guard let id = context.parameters.get("id"),
            let scan = try await session.store.scan(id, of: person)
        else { throw Refusal.notFound }
        return (scan, try await rules(for: person, caller))
    }

    private func photo(
        _ name: String?, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        guard let name else { throw Refusal.notFound }
        let file = StoredFile(
            path: "\(session.home.photos)/\(name)", digest: PhotoName.digest(of: name))
        return try await file.response(to: request, context, looks)
    }

    private func rules(for person: Person, _ caller: Caller) async throws -> PlanRules {
        let plan = try await session.store.entitlement(of: person).plan(at: now)
        return caller.access.space.settings.plans[plan]
    }

    /// What chance changes a told score by; drawn anew each time, and never in the history.
    private func variation(_ settings: SpaceSettings) -> Double? {
        guard settings.variesScores else { return nil }
        return ScoreVariation.draw(session.configuration.environment.worker().chance())
    }

    private func intake(_ settings: SpaceSettings) async throws -> PhotoIntake {
        try await PhotoIntake(home: session.home, isNameless: !settings.keepsPhotos)
    }

    private func names() -> RandomName { session.configuration.environment.worker().newName() }
    private func newName() -> String { names().rawValue }

    /// What a repeated request must have again.
    private static func digest(_ front: String, _ side: String?) -> String {
        SHA256.hash(data: Data("\(front) \(side ?? "")".utf8)).hexadecimal
    }
}

extension ScanPlace {
    /// Throws unless there is a place now.
    fileprivate func demand() throws(Refusal) {
        switch self {
        case .free: break
        case .later(let moment): throw .scanLimit(moment)
        case .notInPlan: throw .planRequired
        }
    }
}
