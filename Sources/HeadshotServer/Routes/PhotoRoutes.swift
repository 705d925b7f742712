import Answers
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
    let looks: PhotoLooks
    let persons: Persons

    func add(to group: RouterGroup<ServerContext>) {
        group.post("photos") { request, context in try await take(request, context) }
        group.get("photos/{id}") { _, context in
            try Response.json(PhotoResource(try await upload(context)))
        }
        group.delete("photos/{id}") { _, context in
            let upload = try await upload(context)
            _ = try await session.janitor.removeUpload(upload.id, of: upload.person)
            return Response(status: .noContent)
        }
    }

    private var environment: Setup.Environment { session.configuration.environment }

    private func take(_ request: Request, _ context: ServerContext) async throws -> Response {
        let caller = try context.requireCaller()
        try caller.require(.submit)
        try caller.require(.headshots)
        let person = try await persons.admit(caller)
        let intake = try await PhotoIntake(home: session.home)
        try await PhotoBody(request, parts: ["photo"]).read { _, piece in
            try await intake.append(piece)
        }
        let photo = try await looks.look(Self.name) { try await intake.bytes() }
        guard photo.isAccepted(isForced: true) else {
            throw Refusal.photoRefused(photo.findings.filter { $0.severity == .refusal })
        }
        let names = environment.worker().newName
        let upload = Upload(
            id: names().rawValue, person: person, photo: await intake.name(by: names()),
            name: Self.name, verdict: try AnswerJSON.line(PhotoVerdict(photo)),
            created: environment.now)
        // The row first: a crash leaves no photo of which nothing tells. Nobody has read the id of a row without one.
        guard try await session.store.add(upload) else { throw Refusal.leaving }
        do {
            try await intake.keep(as: upload.photo)
        } catch {
            _ = try? await session.janitor.removeUpload(upload.id, of: person)
            throw error
        }
        return try .json(
            PhotoResource(upload), status: .created,
            headers: [.location: "/v1/photos/\(upload.id)"])
    }

    private func upload(_ context: ServerContext) async throws -> Upload {
        let person = try context.requireCaller().requirePerson()
        guard let id = context.parameters.get("id"),
            let upload = try await session.store.upload(id, of: person)
        else { throw Refusal.notFound }
        return upload
    }

    /// A file's own name may say whom it shows.
    private static let name = "photo"
}
