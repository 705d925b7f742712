import Answers
import Companion
import Hashing
import FaceFacts
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import People
import Setup

/// The routes that rate photos at once, free and on this machine.
///
/// Where the space keeps no photos, those of a scan never have a name on the disk.
extension Handlers {
    func addScans(to routes: Routes) {
        routes.add(
            .post, "/v1/scans", .person(.creates, feature: .scans, asksModel: true), take)
        routes.add(.get, "/v1/scans", .person(.reads, feature: .scans), list)
        routes.add(.get, "/v1/scans/{id}", .person(.reads, feature: .scans)) {
            _, context, caller in
            try .json(try await resource(found(context, caller), caller))
        }
        routes.add(.delete, "/v1/scans/{id}", .person(.changes, feature: .scans)) {
            _, context, caller in
            // A scan that cannot be read can still be removed.
            let isRemoved = try await found(context) { id in
                try await session.store.removeScan(
                    id, asked: WordsKind.coachSummary.key(id), of: caller.person, now: now)
            }
            guard isRemoved else { throw Refusal.notFound }
            try await session.finishRemovals()
            return Response(status: .noContent)
        }
        routes.add(.get, "/v1/scans/{id}/photo", .person(.reads, feature: .scans)) {
            request, context, caller in
            try await photo(found(context, caller).photo, request, of: caller.person)
        }
        routes.add(.get, "/v1/scans/{id}/side", .person(.reads, feature: .scans)) {
            request, context, caller in
            try await photo(found(context, caller).sidePhoto, request, of: caller.person)
        }
    }

    private func take(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let person = caller.person
        let key = try request.idempotencyKey()
        let settings = caller.settings
        var known: Scan?
        if let key {
            known = try await session.store.scan(of: person, key: key)
            if known == nil, try await session.store.wasRemoved(.scan, named: key, of: person) {
                throw Refusal.scanRemoved
            }
        }
        if known == nil {
            let place = try await session.store.placeForScan(of: person, settings.plans, now: now)
            try place.demand(now: now)
        }
        // What is there already costs nothing more.
        let slot = try await doors.arrival(
            known == nil ? .upload : nil, of: person, in: caller.record)
        defer { slot.leave() }
        let isNameless = !settings.keepsPhotos
        let body = PhotoBody(
            request, parts: ["front", "side"], limits: settings.photoLimits)
        let largeSlot = try await doors.largeArrival(body, of: person, in: caller.record)
        defer { largeSlot?.leave() }
        let front = try await PhotoIntake(home: session.home, isNameless: isNameless)
        let side = try await PhotoIntake(home: session.home, isNameless: isNameless)
        let parts = try await body.read { part, piece in
            try await (part == "side" ? side : front).append(piece)
        }
        let hasSide = parts.contains("side")
        // Of the photos as they came: a client that repeats the request sends them again.
        let digests = "\(await front.digest) \(hasSide ? await side.digest : "")"
        let digest = SHA256.hash(data: Data(digests.utf8)).hexadecimal
        if let known {
            guard known.digest == digest else { throw Refusal.scanKeyReused }
            if settings.keepsPhotos { try await keepMissing(of: known, [front, side], caller) }
            return try await answer(known, isReplayed: true, caller)
        }
        let began = now
        let made = try await doors.counting(.upload, of: person, in: caller.record) {
            var arrived: [ArrivedPhoto] = []
            for whole in hasSide ? [front, side] : [front] {
                arrived.append(try await looks.arrived(whole, of: person, in: settings))
            }
            let rated = try await rate(arrived[0], hasSide ? arrived[1] : nil, of: person)
            return (rated: rated, intakes: arrived.map(\.intake))
        }
        var rated = made.rated
        rated.tookMs = milliseconds(since: began)
        let id = newName().rawValue
        let question = try await people.coach(&rated, named: id, for: caller.visitor)
        var photos: [(name: String, intake: PhotoIntake)] = []
        if settings.keepsPhotos {
            for intake in made.intakes {
                photos.append((await intake.name(by: newName()), intake))
            }
        }
        return try await keep(
            Scan(
                id: id, person: person, key: key, digest: digest, answer: rated.text(),
                photo: photos.first?.name, sidePhoto: photos.dropFirst().first?.name, created: now),
            photos, asking: question, for: caller)
    }

    /// Keeps the photos of a scan whose server was killed between its row and them.
    private func keepMissing(
        of scan: Scan, _ intakes: [PhotoIntake], _ caller: PersonCaller
    ) async throws {
        var photos: [(name: String, intake: PhotoIntake)] = []
        for (name, intake) in zip([scan.photo, scan.sidePhoto], intakes) {
            guard let name, try await !session.home.holdsPhoto(name) else { continue }
            let arrived = try await looks.arrived(
                intake, of: scan.person, in: caller.settings)
            // Another version of this program may make another copy, which the name does not fit.
            guard await arrived.intake.digest == PhotoName.digest(of: name) else { continue }
            photos.append((name, arrived.intake))
        }
        try await session.keep(photos) {
            try await session.store.scan(scan.id, of: scan.person) != nil
        } removeRow: {
        }
    }

    private func keep(
        _ scan: Scan, _ photos: [(name: String, intake: PhotoIntake)], asking question: Question?,
        for caller: PersonCaller
    ) async throws -> Response {
        let plans = caller.settings.plans
        var bytes: [String: Int] = [:]
        for photo in photos { bytes[photo.name] = await photo.intake.count }
        let admission = try await session.store.add(
            scan, asking: question, by: plans, bytes: bytes,
            within: doors.allowance(in: caller.record), now: scan.created)
        switch admission {
        case .kept:
            try await session.keep(photos) {
                try await session.store.scan(scan.id, of: scan.person) != nil
            } removeRow: {
                _ = try await session.store.removeScan(
                    scan.id, asked: WordsKind.coachSummary.key(scan.id), of: scan.person,
                    givesPlaceBack: true, now: now)
                try await session.finishRemovals()
            }
            return try await answer(scan, isReplayed: false, caller)
        case .gone: throw Refusal.leaving
        case .existing(let old): return try await answer(old, isReplayed: true, caller)
        case .keyTaken: throw Refusal.scanKeyReused
        case .removed: throw Refusal.scanRemoved
        case .refused(let place):
            try place.demand(now: now)
            throw Refusal.defect
        }
    }

    private func answer(
        _ scan: Scan, isReplayed: Bool, _ caller: PersonCaller
    ) async throws -> Response {
        try .json(
            try await resource(scan, caller), status: isReplayed ? .ok : .created,
            headers: [.location: "/v1/scans/\(scan.id)"], isReplayed: isReplayed)
    }

    /// A scan with the coach's newest words.
    private func resource(_ scan: Scan, _ caller: PersonCaller) async throws -> ScanResource {
        var reply: Reply?
        var words: CoachWords?
        if caller.settings.features.contains(.coach) {
            reply = try await people.reply(to: .coachSummary, about: scan.id, of: scan.person)
            words = try await people.texts.words(of: caller.record).coach
        }
        return try ScanResource(
            scan, reply, by: try await rules(of: caller), variation: variation(caller.settings),
            words)
    }

    /// Analyzes both photos at the same time; returns the findings.
    private func rate(
        _ front: ArrivedPhoto, _ side: ArrivedPhoto?, of person: Person
    ) async throws -> ScanAnswer {
        async let looked = looks.look("photo", of: person, front)
        var fromSide: AnalyzedPhoto?
        if let side {
            fromSide = try await looks.look("photo", of: person, side)
        }
        let photo = try await looked
        guard let answer = ScanAnswer(photo, side: fromSide) else {
            throw Refusal.photoRefused(photo)
        }
        if let refusal = fromSide?.findings.first(where: {
            $0.severity == .refusal && !$0.isOverridable
        }) {
            throw Refusal.photoRefused([refusal])
        }
        // Before the week's scan is spent on it.
        if let refusal = fromSide.map({ SideView($0) })?.refusal {
            throw Refusal.photoRefused([refusal])
        }
        return answer
    }

    private func list(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let person = caller.person
        let page = try PageQuery(request.query)
        let place = try page.place(in: "s")
        let (found, next) = try await page.read({ $0.place.cursor(in: "s") }) {
            try await session.store.scans(of: person, before: place, limit: $0)
        }
        let rules = try await rules(of: caller)
        var ends: [String: ScanItem] = [:]
        if page.after == nil {
            // To be compared.
            ends["first"] = try await session.store.firstScan(of: person)
                .map { try ScanItem($0, by: rules) }
            ends["last"] = try found.first.map { try ScanItem($0, by: rules) }
        }
        return try .json(
            Extended(Page("scans", try found.map { try ScanItem($0, by: rules) }, next: next), ends)
        )
    }

    private func found(_ context: ServerContext, _ caller: PersonCaller) async throws -> Scan {
        try await found(context) { try await session.store.scan($0, of: caller.person) }
    }

    private func photo(
        _ name: String?, _ request: Request, of person: Person
    ) async throws -> Response {
        guard let name else { throw Refusal.notFound }
        return try await session.home.photo(named: name).response(to: request, looks, of: person)
    }

    /// What chance changes a shown score by; drawn anew each time, and never in the history.
    private func variation(_ settings: SpaceSettings) -> Double? {
        guard settings.variesScores else { return nil }
        return ScoreVariation.draw(environment.worker().chance())
    }
}

extension ScanAllowance {
    fileprivate func demand(now: Date) throws(Refusal) {
        switch self {
        case .free: break
        case .later(let moment): throw .scanLimit(moment, now: now)
        case .notInPlan: throw .planRequired
        }
    }
}
