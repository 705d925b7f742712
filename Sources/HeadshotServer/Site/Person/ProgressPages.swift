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

/// The page that shows how an order goes on, with a free headshot in the place of the one that is made.
extension Site {
    func addProgress(to routes: Routes) {
        step("/p/make/{id}", link(.reads), in: routes) { request, context, visit in
            try await showProgress(context, visit, request)
        }
        stepForm("/p/make/{id}/cancel", in: routes) { _, _, context, visit in
            let id = try await job(context, visit).job.id
            // One that has ended meanwhile is shown as it is.
            _ = try await session.store.cancel([id], now: handlers.now)
            return .seeOther("/p/make/\(id)")
        }
    }

    /// The person's job of the path with what pages look at together.
    private func seen(
        _ context: ServerContext, _ visit: LinkVisit
    ) async throws -> (job: Job, resource: JobResource) {
        guard let id = context.parameters.get("id").flatMap(JobID.init),
            case let look = try await looks.look(at: id), let found = look.jobs[id],
            found.job.person == visit.person, found.job.kind == .headshot
        else { throw Refusal.notFound }
        // Of what a plan shows, this page has nothing.
        let resources = try await session.resources([found], by: [:], look.gates)
        return (found.job, resources[0])
    }

    private func showProgress(
        _ context: ServerContext, _ visit: LinkVisit, _ request: Request
    ) async throws -> Response {
        let (job, resource) = try await seen(context, visit)
        if job.state == .succeeded { return .seeOther("/p/result/\(job.id)") }
        let isOpen = !job.state.hasEnded
        let photo = job.input.map { "/p/photo/\(PhotoName.submit(of: $0))" }
        var view: View = [
            "id": job.id.description, "isOpen": isOpen, "state": visit.text.state(of: resource),
            "isCancelling": job.isCancelRequested,
            // Milliseconds until the script looks again: sooner while a request is on its way.
            "pause": job.state == .running ? "1500" : "4000",
        ]
        if let photo {
            let backdrop = job.headshotOrder?.wantedBackdrop ?? .studio
            view["sample"] = "\(photo)/sample/\(backdrop.rawValue)"
        }
        if isOpen {
            // Without script, the page loads itself again.
            view["refresh"] = "10"
            view.merge(Self.wait(of: resource, visit.text)) { $1 }
        } else {
            view["again"] = photo.map { "\($0)/style" }
            view["findings"] = job.photoFindings.filter { $0.severity == .refusal }
                .map { visit.text.sentence(of: $0) }
        }
        return try show(
            "person_progress", visit, request, view, titled: isOpen ? "progress" : "ended")
    }

    /// How much has been sent, and how long a cooldown lasts.
    private static func wait(of resource: JobResource, _ text: SiteText) -> View {
        var view: View = [:]
        if let share = resource.progress.flatMap(share) {
            view["share"] = "\(share)"
            view["percent"] = text("progress", "sent", ["percent": "\(share)"])
        }
        if let seconds = resource.retryAfter {
            view["seconds"] = "\(seconds)"
            view["wait"] = text("progress", "wait", ["minutes": "\((seconds + 59) / 60)"])
        }
        return view
    }

    /// How much of a request has been sent, in per cent.
    private static func share(of progress: JobProgress) -> Int? {
        guard let sent = progress.sentBytes, let total = progress.totalBytes, total > 0 else {
            return nil
        }
        return min(100, max(0, sent / max(1, total / 100)))
    }
}

extension SiteText {
    /// How far a headshot is, or how it ended, for its person.
    fileprivate func state(of resource: JobResource) -> String {
        let job = resource.job
        if job.state == .waiting { return waiting(resource) }
        if job.state == .running { return self("phase", resource.phase.rawValue) }
        return known("end", "\(job.state.rawValue)_\(job.reason)")
            ?? self("end", job.state.rawValue)
    }

    private func waiting(_ resource: JobResource) -> String {
        switch (resource.phase, resource.job.waitReason) {
        case (.rateLimited, .dailyCap?), (.rateLimited, .budget?), (.rateLimited, .storage?):
            self("wait", resource.job.reason)
        case (.rateLimited, _): self("wait", resource.retryAfter == nil ? "halted" : "cooldown")
        case (_, .scheduled?): self("wait", "scheduled")
        default: self("wait", "worker")
        }
    }
}
