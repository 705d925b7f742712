import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import NIOCore
import NIOFoundationCompat
import Setup
import Validation

/// The routes that take photos in; each photo is looked at before the answer, free and on this machine.
struct PhotoRoutes: Sendable {
    let session: Session
    let looks: PhotoAnalyses
    let doors: Doors

    func add(to routes: Routes) {
        routes.add(.post, "/v1/photos", .person(.creates, feature: .headshots)) {
            request, _, caller in
            try await take(request, caller)
        }
        routes.add(.get, "/v1/photos/{id}", .person(.reads, feature: .headshots)) {
            _, context, caller in
            try .json(
                PhotoResource(
                    try await upload(context, caller),
                    by: try await session.people.rules(of: caller.person, in: caller.settings)))
        }
        routes.add(.delete, "/v1/photos/{id}", .person(.changes, feature: .headshots)) {
            _, context, caller in
            let upload = try await upload(context, caller)
            _ = try await session.janitor.removeUpload(upload.id, of: upload.person)
            return Response(status: .noContent)
        }
    }

    private var environment: Setup.Environment { session.configuration.environment }

    private func take(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let person = caller.person
        let slot = try await doors.arrival(.upload, of: person, in: caller.record)
        defer { slot.leave() }
        let intake = try await PhotoIntake(home: session.home)
        try await PhotoBody(request, parts: ["photo"]).read { _, piece in
            try await intake.append(piece)
        }
        let photo = try await doors.counting(.upload, of: person, in: caller.record) {
            let photo = try await looks.look(Self.name, of: person) {
                try await intake.bytes()
            }
            guard photo.isAccepted(isForced: true) else {
                throw Refusal.photoRefused(photo.findings.filter { $0.severity == .refusal })
            }
            return photo
        }
        // The photo is named after the upload, so that an order can be recognized after the upload is gone.
        let name = environment.worker().newName()
        let upload = Upload(
            id: name.rawValue, person: person, photo: await intake.name(by: name),
            name: Self.name, verdict: try AnswerJSON.line(PhotoVerdict(photo)),
            created: environment.now)
        let isAdded = try await session.store.add(
            upload, bytes: await intake.count, within: doors.allowance(in: caller.record))
        guard isAdded else { throw Refusal.leaving }
        try await session.keep([(upload.photo, intake)]) {
            try await session.store.upload(upload.id, of: person) != nil
        } removeRow: {
            _ = try await session.janitor.removeUpload(upload.id, of: person)
        }
        return try .json(
            PhotoResource(
                upload, by: try await session.people.rules(of: person, in: caller.settings)),
            status: .created,
            headers: [.location: "/v1/photos/\(upload.id)"])
    }

    private func upload(_ context: ServerContext, _ caller: PersonCaller) async throws -> Upload {
        guard let id = context.parameters.get("id"),
            let upload = try await session.store.upload(id, of: caller.person)
        else { throw Refusal.notFound }
        return upload
    }

    /// A file's own name may say whom it shows.
    private static let name = "photo"
}
