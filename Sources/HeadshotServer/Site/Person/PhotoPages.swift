import Answers
import Companion
import Hashing
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import JobQueue
import NIOCore
import Pages
import PromptFactory
import Setup
import Validation

/// The page on which a person hands in a photo: by the camera, as a file, or dropped on it.
extension Site {
    func addPhotoPages(to routes: Routes) {
        step("/p/photo", link(.reads), in: routes) { request, _, visit in
            let reason = visit.invitee.retakeReason.map {
                visit.text("retake", $0.rawValue)
            }
            let isAsked = visit.invitee.state == .retake
            return try show(
                "person_photo", visit, request,
                View([
                    "key": handlers.newName().rawValue, "isAsked": isAsked,
                    "reason": isAsked ? reason : nil,
                    "words": isAsked && !visit.invitee.retakeWords.isEmpty
                        ? visit.invitee.retakeWords : nil,
                ]), titled: "photo")
        }
        routes.add(.post, "/p/photo", link(.creates)) { request, _, visit in
            try await takeForm(request, visit)
        }
        routes.add(.post, "/p/photo/part", link(.creates)) { request, _, visit in
            try request.check(visit)
            guard try await hasConsent(visit) else { throw Refusal(.consentMissing) }
            return try await take(PhotoPart(request, visit), request, visit)
        }
    }

    /// Takes a photo as a form sends it; the same form with the same photo is one upload, however often it comes.
    private func takeForm(_ request: Request, _ visit: LinkVisit) async throws -> Response {
        try request.checkSameSite()
        let (person, record) = (visit.person, visit.visitor.space)
        let slot = try await handlers.doors.arrival(.upload, of: person, in: record)
        defer { slot.leave() }
        let body = PhotoBody(
            request, parts: ["photo", "form", "key"], limits: visit.settings.photoLimits)
        let largeSlot = try await handlers.doors.largeArrival(body, of: person, in: record)
        defer { largeSlot?.leave() }
        let whole = try await PhotoIntake(home: session.home)
        let form = try await SiteForm(of: body, from: visit, into: whole)
        guard try await hasConsent(visit) else { return .seeOther("/p/start") }
        let id = try await keep(whole, as: "\(form["key"] ?? "") \(await whole.digest)", visit)
        return .seeOther("/p/photo/\(id)")
    }

    /// Takes a part of a photo; with the last one, it is an upload.
    private func take(
        _ part: PhotoPart, _ request: Request, _ visit: LinkVisit
    ) async throws -> Response {
        let person = visit.person
        let name = Self.uploadName(part.key, of: person)
        // The answer to the last part was lost.
        if let known = try await session.store.upload(name.rawValue, of: person) {
            return .handedIn(known.id)
        }
        var count = partials.count(part.key, of: person)
        if count == nil, part.offset == 0 {
            try await begin(part, visit)
            count = 0
        }
        guard count == part.offset,
            let partial = partials.take(part.key, at: part.offset, of: person)
        else { return .awaiting(count ?? 0, .conflict) }
        do {
            try await request.read(most: min(part.length - part.offset, PhotoPart.mostBytes)) {
                try await partial.intake.append($0)
            }
        } catch {
            // What has come need not come again.
            await giveBack(partial, of: person)
            throw error
        }
        let arrived = await partial.intake.count
        guard arrived == part.length else {
            await giveBack(partial, of: person)
            return .awaiting(arrived, .accepted)
        }
        do {
            let id = try await keep(partial.intake, as: part.key, visit)
            partials.end(part.key, of: person)
            return .handedIn(id)
        } catch let refusal as Refusal where refusal.code == .photoRefused {
            partials.end(part.key, of: person)
            throw refusal
        } catch {
            // All of it is here: a request for more finds that out, and tries again.
            await giveBack(partial, of: person)
            throw error
        }
    }

    private func giveBack(_ partial: PartialUploads.Partial, of person: Person) async {
        partials.giveBack(
            partial.key, count: await partial.intake.count, of: person, at: instant)
    }

    private var instant: ContinuousClock.Instant { handlers.environment.worker().instant() }

    private func begin(_ part: PhotoPart, _ visit: LinkVisit) async throws {
        let (person, record) = (visit.person, visit.visitor.space)
        let slot = try await handlers.doors.arrival(.upload, of: person, in: record)
        // The slot of a large one is held while it is on the disk, too.
        let isLarge = part.length > PhotoLimits.standard.byteCount.upperBound
        let large = isLarge ? try await handlers.doors.largeArrival(of: person, in: record) : nil
        let intake = try await PhotoIntake(home: session.home)
        partials.begin(
            PartialUploads.Partial(
                key: part.key, length: part.length, intake: intake,
                slots: [slot, large].compactMap(\.self), touched: instant), of: person)
    }

    /// Makes an upload of a photo that has arrived; returns its id.
    private func keep(_ whole: PhotoIntake, as key: String, _ visit: LinkVisit) async throws
        -> String
    {
        let name = Self.uploadName(key, of: visit.person)
        if let known = try await session.store.upload(name.rawValue, of: visit.person),
            try await session.home.holdsPhoto(known.photo)
        {
            return known.id
        }
        let upload = try await handlers.handIn(whole, as: name, for: visit.visitor)
        _ = try await session.store.note(.handIn, of: visit.person, now: handlers.now)
        return upload.id
    }

    /// The name of an upload that a page knows by a key, so that one that is sent again is the same.
    private static func uploadName(_ key: String, of person: Person) -> RandomName {
        let text = "\(person.space)/\(person.rawValue)/\(key)"
        var digits = DigestNumbers(digest: SHA256.hash(data: Data(text.utf8)))
        return RandomName(using: &digits)
    }
}

/// Draws the numbers of a digest, whose names are as hard to guess as what it is of.
private struct DigestNumbers: RandomNumberGenerator {
    var bytes: ArraySlice<UInt8>

    init(digest: Data) { bytes = Array(digest)[...] }

    mutating func next() -> UInt64 {
        defer { bytes = bytes.dropFirst(8) }
        return bytes.prefix(8).reduce(0) { $0 << 8 | UInt64(truncatingIfNeeded: $1) }
    }
}

/// What a page says of a part of a photo, in headers; the body is the part.
struct PhotoPart {
    /// The page's name for the photo.
    let key: String
    /// The bytes before the part.
    let offset: Int
    /// The bytes of the whole photo.
    let length: Int

    init(_ request: Request, _ visit: LinkVisit) throws(Refusal) {
        let most = visit.settings.photoLimits.byteCount.upperBound
        guard let key = request.field("Upload-Key"), key.isPlainName,
            let offset = request.field("Upload-Offset").flatMap({ Int(digits: $0, in: 0...most) }),
            let length = request.field("Upload-Length").flatMap({ Int(digits: $0, in: 1...Int.max) }
            ),
            offset <= length
        else { throw .malformed("The headers of a part are missing.") }
        guard length <= most else { throw .tooLarge(most) }
        (self.key, self.offset, self.length) = (key, offset, length)
    }

    /// In bytes.
    static let mostBytes = 1_048_576
    static let mostName = 64
}

extension Request {
    /// A header that only the site's scripts send.
    func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

    /// Throws unless a script of a page of this session sent it.
    func check(_ visit: some SiteVisit) throws(Refusal) {
        try checkSameSite()
        guard field("Headshot-Form") == visit.formToken else { throw .foreignForm }
    }
}

extension Response {
    /// Says how many bytes of a photo have come.
    fileprivate static func awaiting(_ count: Int, _ status: HTTPResponse.Status) -> Response {
        var headers = HTTPFields()
        if let name = HTTPField.Name("Upload-Offset") { headers[name] = "\(count)" }
        return Response(status: status, headers: headers)
    }

    fileprivate static func handedIn(_ id: String) -> Response {
        Response(status: .created, headers: [.location: "/p/photo/\(id)"])
    }
}
