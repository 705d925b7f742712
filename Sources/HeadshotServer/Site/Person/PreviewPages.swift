import Answers
import Companion
import FaceFacts
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

/// The page that shows a photo and what was found in it, before anything is ordered.
extension Site {
    func addPreview(to routes: Routes) {
        step("/p/photo/{id}", link(.reads), in: routes) { request, context, visit in
            try await showPreview(upload(context, visit), visit, request)
        }
        stepForm("/p/photo/{id}/use", in: routes) { _, _, context, visit in
            let upload = try await upload(context, visit)
            guard PhotoVerdict(upload).accepted else { throw Refusal.notFound }
            _ = try await session.store.changePreferences(of: visit.person, now: handlers.now) {
                var draft = $0.said.site ?? .init()
                draft.photo = upload.id
                $0.said.site = draft
            }
            return .seeOther("/p/photo/\(upload.id)/style")
        }
        step("/p/photo/{id}/picture", link(.reads), in: routes) { request, context, visit in
            let photo = try await photo(context, visit)
            return try await session.home.photo(named: photo)
                .response(to: request, handlers.looks, of: visit.person)
        }
        step("/p/photo/{id}/marks", link(.reads), in: routes) { request, context, visit in
            try await marks(upload(context, visit), visit)
        }
    }

    private func upload(_ context: ServerContext, _ visit: LinkVisit) async throws -> Upload {
        try await handlers.found(context) { try await session.store.upload($0, of: visit.person) }
    }

    /// The stored photo of the path: that of an upload, or of a job whose upload is gone.
    func photo(_ context: ServerContext, _ visit: LinkVisit) async throws -> String {
        try await handlers.found(context) { try await photo(of: $0, visit) }
    }

    func photo(of id: String, _ visit: LinkVisit) async throws -> String? {
        if let upload = try await session.store.upload(id, of: visit.person) { return upload.photo }
        // The photo of an upload is named after the upload.
        return try await headshots(of: visit.person, limit: Self.remembered).lazy
            .compactMap(\.job.input).first { PhotoName.submit(of: $0) == id }
    }

    /// How many of a person's orders are looked through.
    static let remembered = 200

    private func showPreview(
        _ upload: Upload, _ visit: LinkVisit, _ request: Request
    ) async throws -> Response {
        let verdict = PhotoVerdict(upload)
        let rules = try await handlers.people.shownRules(of: visit.person, in: visit.settings)
            .of(upload.created)
        let findings = rules.shown(verdict.findings)
        let text = visit.text
        let numbered = Self.numbered(findings).enumerated().map { number, finding -> View in
            ["number": number + 1, "sentence": text.sentence(of: finding)]
        }
        let notices = findings.filter { $0.severity == .notice }.map { text.sentence(of: $0) }
        let score = rules.shown(scoreOfPhoto: verdict.score).map { text.number($0) }
        return try show(
            "person_preview", visit, request,
            View([
                "photo": "/p/photo/\(upload.id)", "accepted": verdict.accepted,
                "score": score.map { text("preview", "score", ["score": $0]) },
                "good": (verdict.good ?? []).compactMap { text.known("good", $0.rawValue) },
                "better": numbered, "hasBetter": !numbered.isEmpty, "notices": notices,
                "hasGood": verdict.good?.isEmpty == false && verdict.accepted,
            ]), titled: verdict.accepted ? "preview" : "refused")
    }

    /// What a person can do better, or must: three things at most, those that refuse the photo first.
    private static func numbered(_ findings: [Finding]) -> [Finding] {
        let refusals = findings.filter { $0.severity == .refusal }
        let all = refusals + findings.filter { $0.severity == .warning }
        return Array(all.prefix(3))
    }

    /// The marks of the findings, which are laid over the photo.
    private func marks(_ upload: Upload, _ visit: LinkVisit) async throws -> Response {
        let rules = try await handlers.people.shownRules(of: visit.person, in: visit.settings)
            .of(upload.created)
        let findings = Self.numbered(rules.shown(PhotoVerdict(upload).findings))
        let file = session.home.photo(named: upload.photo)
        guard let analysis = try await handlers.looks.look(at: file, of: visit.person)?.analysis
        else { throw Refusal.notFound }
        return .text(
            PhotoMarksPicture.svg(of: analysis, findings: findings), as: "image/svg+xml",
            headers: Self.kept)
    }

    /// For a picture that never changes, which only its person's browser keeps.
    static let kept: HTTPFields = [.cacheControl: "private, max-age=86400, immutable"]
}

extension SiteText {
    /// A number with one digit after the point, or what the language has in its place.
    func number(_ value: Double) -> String {
        let tenths = Int(clamping: value * 10, rounding: .toNearestOrAwayFromZero)
        return "\(tenths / 10)\(self("language", "point"))\(abs(tenths % 10))"
    }
}
