import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import ObjectStore
import Pages
import Setup
import Validation

/// The page on which an operator hands in photos; each is looked at at once, and nothing is ordered before the price was shown.
extension Desk {
    func addNew(to routes: Routes) {
        site.page("/desk/new", site.operators(.reads), in: routes) { request, _, visit in
            let draft = try await draft(SiteForm(queryOf: request), visit)
            return try await newPage(draft, request, visit)
        }
        site.page("/desk/new/photo", site.operators(.reads), in: routes) { request, _, visit in
            let draft = try await draft(SiteForm(queryOf: request), visit)
            guard let photo = draft.photos.first, let upload = try await upload(photo, of: draft)
            else { throw Refusal.notFound }
            return try await session.home.photo(named: upload.photo)
                .response(to: request, handlers.looks, of: upload.person)
        }
        routes.add(.post, "/desk/new/photo", site.operators(.creates)) { request, _, visit in
            try await take(request, visit)
        }
        site.form("/desk/new/person", site.operators(.creates), in: routes) {
            form, _, _, visit in
            try await changePerson(form, visit)
        }
        site.form("/desk/new/remove", site.operators(.changes), in: routes) {
            form, _, _, visit in
            let draft = try await draft(SiteForm(query: form["state"] ?? ""), visit)
            guard let photo = form["photo"].flatMap({ NewDraft.Photo($0) }) else {
                throw Refusal.notFound
            }
            if let upload = try await upload(photo, of: draft) {
                _ = try await session.janitor.removeUpload(upload.id, of: upload.person)
            }
            return .seeOther(draft.without(photo).path)
        }
    }

    /// What a form or an address says, in the space that it names.
    func draft(_ form: SiteForm, _ visit: Operator) async throws -> NewDraft {
        let space = try await space(named: form["space"], for: visit) ?? .commandLine
        let record = try await record(of: space)
        guard record.settings.features.contains(.headshots) else { throw Refusal.featureOff }
        let usual =
            ProviderKind(rawValue: record.settings.provider)
            ?? (try? session.configuration.providerKind(nil)) ?? .local
        return try NewDraft(form, in: space, usual: usual)
    }

    /// A photo of a draft; `nil` for one that is gone.
    func upload(_ photo: NewDraft.Photo, of draft: NewDraft) async throws -> Upload? {
        guard let person = Person(photo.person, in: draft.space),
            let upload = try await store.upload(photo.upload, of: person), !upload.isDiscarded
        else { return nil }
        return upload
    }

    /// Takes a photo as a form, or as the page's script, sends it.
    private func take(_ request: Request, _ visit: Operator) async throws -> Response {
        try request.checkSameSite()
        let address = SiteForm(queryOf: request)
        let space = try await space(named: address["space"], for: visit) ?? .commandLine
        let record = try await record(of: space).ofPages
        // Whom the photo shows is known once it has come.
        guard let desk = Person("desk", in: space) else { throw Refusal.defect }
        let slot = try await handlers.doors.arrival(nil, of: desk, in: record)
        defer { slot.leave() }
        let body = PhotoBody(
            request, parts: ["photo", "form", "person", "name", "state"],
            limits: record.settings.photoLimits)
        let largeSlot = try await handlers.doors.largeArrival(body, of: desk, in: record)
        defer { largeSlot?.leave() }
        let whole = try await PhotoIntake(home: session.home)
        let form = try await SiteForm(of: body, from: visit, into: whole)
        let person =
            form["person"].flatMap { Person(named: $0, in: space) }
            ?? form["name"].flatMap { NewDraft.person(ofFile: $0, in: space) }
        guard let person, space == .commandLine || person.rawValue.isPlainName else {
            throw Refusal.personInvalid(visit.text("desk", "person_wrong"))
        }
        let file = form["name"].map { PathText.readable(PathText.name(of: $0)) }
        let upload = try await keep(whole, called: file, of: person, in: record)
        let photo = NewDraft.Photo(upload: upload.id, person: person.rawValue)
        let draft = try await draft(SiteForm(query: form["state"] ?? ""), visit).with(photo)
        guard request.headers[.accept]?.contains("text/html") == true else {
            // The script asks for one page with all of them.
            return Response(
                status: .created,
                headers: [.location: Self.path("/desk/new", [(name: "photo", value: photo.text)])])
        }
        return .seeOther(draft.path)
    }

    private func keep(
        _ whole: PhotoIntake, called file: String?, of person: Person, in record: SpaceRecord
    ) async throws -> Upload {
        // An operator may hand in photos of any number of new persons.
        guard try await store.admit(person, most: .max, now: now) == .admitted else {
            throw Refusal.leaving
        }
        return try await handlers.handIn(
            whole, as: handlers.newName(), called: file,
            for: Visitor(person, in: record, mayAskModel: true))
    }

    /// Hands a photo in again as that of another person.
    private func changePerson(_ form: SiteForm, _ visit: Operator) async throws -> Response {
        let draft = try await draft(SiteForm(query: form["state"] ?? ""), visit)
        let space = draft.space
        guard let photo = form["photo"].flatMap({ NewDraft.Photo($0) }),
            let upload = try await upload(photo, of: draft)
        else { throw Refusal.notFound }
        guard let person = form["person"].flatMap({ Person(named: $0, in: space) }),
            space == .commandLine || person.rawValue.isPlainName
        else { throw Refusal.personInvalid(visit.text("desk", "person_wrong")) }
        guard person != upload.person else { return .seeOther(draft.path) }
        guard let bytes = try await session.home.photo(named: upload.photo).read() else {
            throw Refusal.photoGone
        }
        let whole = try await PhotoIntake(home: session.home)
        try await whole.append(bytes)
        let new = try await keep(
            whole, called: upload.name, of: person, in: record(of: space).ofPages)
        _ = try await session.janitor.removeUpload(upload.id, of: upload.person)
        let changed = NewDraft.Photo(upload: new.id, person: person.rawValue)
        return .seeOther(draft.with(changed, for: photo).path)
    }
}
