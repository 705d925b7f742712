import Answers
import Companion
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

/// The page of a headshot beside its photo: to be compared, saved, shared, chosen, or made again.
extension Site {
    func addResult(to routes: Routes) {
        step("/p/result/{id}", link(.reads), in: routes) { request, context, visit in
            try await showResult(job(context, visit).job, visit, request)
        }
        step("/p/result/{id}/headshot", link(.reads), in: routes) { request, context, visit in
            try await headshot(job(context, visit).job, visit, request)
        }
        stepForm("/p/result/{id}/choose", in: routes) { _, _, context, visit in
            let job = try await job(context, visit).job
            guard job.state == .succeeded else { throw Refusal.notEnded(job.state) }
            _ = try await session.store.note(.choose(job.id), of: visit.person, now: handlers.now)
            return .seeOther("/p/mine")
        }
        stepForm("/p/result/{id}/likeness", in: routes) { form, _, context, visit in
            let job = try await job(context, visit).job
            guard job.state == .succeeded else { throw Refusal.notEnded(job.state) }
            let isAlike = form["alike"] == "yes"
            _ = try await session.store.changePreferences(of: visit.person, now: handlers.now) {
                var draft = $0.said.site ?? .init()
                draft.likeness[job.id.description] = isAlike
                $0.said.site = draft
            }
            return .seeOther("/p/result/\(job.id)")
        }
        stepForm("/p/result/{id}/remove", in: routes) { _, _, context, visit in
            _ = try await handlers.remove(job(context, visit).job)
            return .seeOther("/p/mine")
        }
    }

    private func showResult(
        _ job: Job, _ visit: LinkVisit, _ request: Request
    ) async throws -> Response {
        guard job.state == .succeeded else { return .seeOther("/p/make/\(job.id)") }
        let text = visit.text
        let likeness = try await session.store.preferences(of: visit.person).said.site?
            .likeness[job.id.description]
        let rules = try await handlers.people.shownRules(of: visit.person, in: visit.settings)
            .of(job.created)
        let findings = rules.shown(job.headshotAnalysis)?.findings ?? []
        let headshot = "/p/result/\(job.id)/headshot"
        var photo: String?
        if let name = job.input, try await session.home.holdsPhoto(name) {
            photo = "/p/photo/\(PhotoName.submit(of: name))"
        }
        let sizes = Self.sizes.map { side -> View in
            ["address": "\(headshot)?side=\(side)&save=1", "side": side]
        }
        return try show(
            "person_result", visit, request,
            View([
                "id": job.id.description, "headshot": headshot,
                "photo": photo,
                "style": job.styleName.flatMap { text.known("style", $0) },
                "sizes": sizes, "isAlike": likeness == true, "isUnlike": likeness == false,
                "isChosen": visit.invitee.chosen == job.id,
                "mayChoose": ![InviteState.approved, .retake].contains(visit.invitee.state),
                "made": text.known("made", job.provider) ?? text("made", "model"),
                "findings": findings.map { text.sentence(of: $0) },
                "hasFindings": !findings.isEmpty,
            ]), titled: "result")
    }

    /// The headshot as it was saved, or a small one; with `save=1` to be kept as a file with a good name.
    private func headshot(
        _ job: Job, _ visit: LinkVisit, _ request: Request
    ) async throws -> Response {
        guard let file = try await session.result(of: job) else { throw Refusal.notFound }
        var response = try await file.response(to: request, handlers.looks, of: visit.person)
        if request.uri.queryParameters["save"] == "1", response.status == .ok {
            let suffix =
                switch response.headers[.contentType] {
                case "image/png": "png"
                case "image/webp": "webp"
                default: "jpg"
                }
            let name = FileName.safe("headshot-\(job.styleName ?? "")")
            response.headers[.contentDisposition] = "attachment; filename=\"\(name).\(suffix)\""
        }
        return response
    }

    /// The longest sides that are offered, in pixels: for profiles, chats and badges.
    private static let sizes = [1024, 512, 256]
}
