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

/// The page of all that is a person's: headshots, the one that was chosen, and the way out.
extension Site {
    func addMine(to routes: Routes) {
        page("/p/mine", link(.reads), in: routes) { request, _, visit in
            try await showMine(visit, request)
        }
        form("/p/remove", link(.changes), in: routes) { form, request, _, visit in
            let word = visit.text("mine", "word")
            guard form["word"]?.lowercased() == word.lowercased() else {
                return try await showMine(visit, request, isWrongWord: true)
            }
            let isGone = try await handlers.forget(visit.person).status == .noContent
            let text = visit.text
            var response = try show(
                "site_problem", title: text("removed", "title"), request, in: text,
                ["sentence": text("removed", isGone ? "done" : "soon")])
            response.setCookie(.link, nil, for: request)
            return response
        }
    }

    private func showMine(
        _ visit: LinkVisit, _ request: Request, isWrongWord: Bool = false
    ) async throws -> Response {
        let text = visit.text
        let jobs = try await headshots(of: visit.person, limit: Self.remembered).map(\.job)
        let uploads = try await session.store.uploads(of: visit.person, limit: .max)
        let cards = jobs.map { job in
            View([
                "id": job.id.description, "isDone": job.state == .succeeded,
                "address": "/p/\(job.state == .succeeded ? "result" : "make")/\(job.id)",
                "style": job.styleName.flatMap { text.known("style", $0) },
                "state": text("state", job.state.rawValue),
                "isChosen": job.id == visit.invitee.chosen,
            ])
        }
        return try show(
            "person_mine", visit, request,
            View([
                "cards": cards, "isEmpty": cards.isEmpty, "isWrongWord": isWrongWord,
                "hasConsent": try await hasConsent(visit), "word": text("mine", "word"),
                "photos": text("mine", "photos", ["count": "\(uploads.count)"]),
                "isApproved": visit.invitee.state == .approved,
            ]), status: isWrongWord ? .unprocessableContent : .ok, titled: "mine")
    }
}
