import Answers
import Companion
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup
import Validation

/// The routes that take photos in; each photo is looked at before the answer, free and on this machine.
extension Handlers {
    func addPhotos(to routes: Routes) {
        routes.add(.post, "/v1/photos", .person(.creates, feature: .headshots), take)
        routes.add(.get, "/v1/photos/{id}", .person(.reads, feature: .headshots)) {
            _, context, caller in
            try .json(
                PhotoResource(
                    try await upload(context, caller), by: try await shownRules(of: caller)))
        }
        routes.add(.delete, "/v1/photos/{id}", .person(.changes, feature: .headshots)) {
            _, context, caller in
            let upload = try await upload(context, caller)
            _ = try await session.janitor.removeUpload(upload.id, of: upload.person)
            let jobs = try await session.store.jobs(needing: upload.photo, of: upload.person)
            if jobs.isEmpty { return Response(status: .noContent) }
            // It goes with the last of them.
            return try Response.json(["jobs": jobs.map(\.description)], status: .accepted)
        }
    }

    private func take(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let person = caller.person
        let slot = try await doors.arrival(.upload, of: person, in: caller.record)
        defer { slot.leave() }
        let body = PhotoBody(request, parts: ["photo"], limits: caller.settings.photoLimits)
        let largeSlot = try await doors.largeArrival(body, of: person, in: caller.record)
        defer { largeSlot?.leave() }
        let whole = try await PhotoIntake(home: session.home)
        try await body.read { _, piece in try await whole.append(piece) }
        let upload = try await handIn(whole, as: newName(), for: caller.visitor)
        return try .json(
            PhotoResource(upload, by: try await shownRules(of: caller)), status: .created,
            headers: [.location: "/v1/photos/\(upload.id)"])
    }

    /// Looks at a photo that has arrived, and keeps it for orders; throws for one of which nothing can be made.
    ///
    /// - Parameters:
    ///   - name: Of the upload; one that has this name already, with the same photo, stays as it is.
    ///   - file: The name by which people know the photo; `nil` where that may say whom it shows.
    func handIn(
        _ whole: PhotoIntake, as name: RandomName, called file: String? = nil, for visitor: Visitor
    ) async throws -> Upload {
        let (person, record) = (visitor.person, visitor.space)
        let began = now
        let (intake, photo) = try await doors.counting(.upload, of: person, in: record) {
            let arrived = try await looks.arrived(whole, of: person, in: record.settings)
            let photo = try await looks.look(Self.name, of: person, arrived)
            guard photo.isAccepted(isForced: true) else { throw Refusal.photoRefused(photo) }
            return (arrived.intake, photo)
        }
        let took = milliseconds(since: began)
        // The photo is named after the upload, so that an order can be recognized after the upload is gone.
        let upload = Upload(
            id: name.rawValue, person: person, photo: await intake.name(by: name),
            name: file ?? Self.name,
            verdict: try AnswerJSON.line(PhotoVerdict(photo, tookMs: took)),
            created: now)
        let isAdded = try await session.store.add(
            upload, bytes: await intake.count, within: doors.allowance(in: record))
        guard isAdded else { throw Refusal.leaving }
        try await session.keep([(upload.photo, intake)]) {
            try await session.store.upload(upload.id, of: person) != nil
        } removeRow: {
            _ = try await session.janitor.removeUpload(upload.id, of: person)
        }
        return upload
    }

    private func upload(_ context: ServerContext, _ caller: PersonCaller) async throws -> Upload {
        try await found(context) { try await session.store.upload($0, of: caller.person) }
    }

    /// A file's own name may say whom it shows.
    private static let name = "photo"
}

extension SpaceSettings {
    /// The limits of photos that persons of the space hand in.
    var photoLimits: PhotoLimits { shrinksPhotos ? .large : .standard }
}
