import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import JobQueue
import Pages
import PromptFactory
import Setup
import Validation

/// The pages of a person behind a link, one for each step: start, photo, preview, style, progress, result, and all headshots.
///
/// What a person has done is in the queue, so that a page that is opened again, elsewhere or later shows the same.
extension Site {
    func addPerson(to routes: Routes) {
        for add in [
            addEntrance, addStart, addPhotoPages, addLiveAdvice, addPreview, addStyles, addProgress,
            addResult, addMine,
        ] {
            add(routes)
        }
        page("/p", link(.reads), in: routes) { _, _, visit in .seeOther(try await place(of: visit))
        }
    }

    var session: Session { handlers.session }

    /// The page of the step at which a person is.
    private func place(of visit: LinkVisit) async throws -> String {
        guard try await hasConsent(visit) else { return "/p/start" }
        let upload = try await session.store.uploads(of: visit.person, limit: .max).last {
            !$0.isDiscarded
        }
        let newest = try await headshots(of: visit.person, limit: 1).first?.job
        let isNewer = upload.map { $0.created > newest?.created ?? .distantPast } ?? false
        if visit.invitee.state == .retake, !isNewer { return "/p/photo" }
        if let upload, isNewer {
            let draft = try await session.store.preferences(of: visit.person).said.site
            return draft?.photo == upload.id
                ? "/p/photo/\(upload.id)/style" : "/p/photo/\(upload.id)"
        }
        guard let newest else { return "/p/photo" }
        if newest.state != .succeeded { return "/p/make/\(newest.id)" }
        return visit.invitee.chosen == nil ? "/p/result/\(newest.id)" : "/p/mine"
    }

    /// A person's headshots and orders of some, the newest first.
    func headshots(
        of person: Person, limit: Int
    ) async throws -> [(job: Job, charges: [Charge])] {
        try await session.store.jobsAndCharges(
            JobFilter(space: person.space, person: person, kind: .headshot), limit: limit)
    }

    /// The person's job that the path names by its `id`.
    func job(_ context: ServerContext, _ visit: LinkVisit) async throws -> (
        job: Job, charges: [Charge]
    ) {
        try await handlers.found(context) { name in
            guard let id = JobID(name), let found = try await session.store.job(id),
                found.job.person == visit.person, found.job.kind == .headshot
            else { return nil }
            return found
        }
    }

    /// A page of a person.
    ///
    /// - Parameters:
    ///   - title: The group of its texts, which has its title.
    ///   - isActive: Whether the script has something to do on it.
    func show(
        _ template: String, _ visit: LinkVisit, _ request: Request, _ view: View,
        status: HTTPResponse.Status = .ok, titled group: String
    ) throws -> Response {
        let shell = View([
            "form": visit.formToken, "space": visit.person.space.rawValue,
            "script": pages.assets.first { $0.member == "person" }?.path,
        ])
        return try show(
            template, title: visit.text(group, "title"), request, in: visit.text,
            shell.merging(view) { $1 }, status: status)
    }

    /// A page for persons who have agreed to the text on the first page; the others are led to it.
    func step(
        _ path: String, _ access: RouteAccess<LinkVisit>, in routes: Routes,
        _ show: @escaping @Sendable (Request, ServerContext, LinkVisit) async throws -> Response
    ) {
        page(path, access, in: routes) { request, context, visit in
            guard try await hasConsent(visit) else { return .seeOther("/p/start") }
            return try await show(request, context, visit)
        }
    }

    /// A form for persons who have agreed to the text on the first page.
    func stepForm(
        _ path: String, in routes: Routes,
        _ take:
            @escaping @Sendable (SiteForm, Request, ServerContext, LinkVisit) async throws ->
            Response
    ) {
        form(path, link(.changes), in: routes) { form, request, context, visit in
            guard try await hasConsent(visit) else { return .seeOther("/p/start") }
            return try await take(form, request, context, visit)
        }
    }
}
