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
            _ = try await sweep.remove(upload.id, of: upload.person)
            return Response(status: .noContent)
        }
    }

    private var environment: Setup.Environment { session.configuration.environment }
    private var sweep: UploadSweep { UploadSweep(store: session.store, home: session.home) }

    private func take(_ request: Request, _ context: ServerContext) async throws -> Response {
        let caller = try context.requireCaller()
        try caller.require(.submit)
        let person = try await persons.admit(caller)
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("image/") || type == "application/octet-stream" else {
            throw Refusal.unsupported("Send the photo itself, with a type such as image/jpeg.")
        }
        try await sweep.remove(before: environment.now.addingTimeInterval(-Self.life))
        let most = PhotoLimits.standard.byteCount.upperBound
        let length = request.headers[.contentLength].flatMap { Int($0) }
        if let length, length > most { throw Refusal.tooLarge(most) }
        let intake = try await PhotoIntake(home: session.home)
        for try await piece in request.body {
            guard await intake.count + piece.readableBytes <= most else {
                throw Refusal.tooLarge(most)
            }
            try await intake.append(Data(buffer: piece))
        }
        if let length, await intake.count != length {
            throw Refusal.malformed("The body ended early.")
        }
        let photo = try await looks.look(Self.name) { try await intake.bytes() }
        guard photo.isAccepted(isForced: true) else {
            throw Refusal.photoRefused(photo.findings.filter { $0.severity == .refusal })
        }
        let names = environment.worker().newName
        let upload = Upload(
            id: names().rawValue, person: person, photo: try await intake.keep(by: names()),
            name: Self.name, verdict: try AnswerJSON.line(PhotoVerdict(photo)),
            created: environment.now)
        try await session.store.add(upload)
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

    /// Seconds: a photo that is not ordered within a day goes.
    private static let life: TimeInterval = 86_400
    /// A file's own name may say whom it shows.
    private static let name = "photo"
}
