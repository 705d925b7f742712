import Ground
import HTTPTypes
import Hummingbird
import JobQueue
import Logging
import Pages

/// Answers an error at a page as a page, in the reader's language, and nothing of the machine with it.
struct SiteProblems: RouterMiddleware {
    let site: Site
    let logger: Logger

    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isOfSite(request.uri.path) else { return try await next(request, context) }
        let refusal: Refusal
        do {
            return try await next(request, context)
        } catch let error as HTTPError {
            refusal = Refusal(status: error.status)
        } catch {
            refusal = Refusal(error)
            if refusal.code == .defect {
                logger.error("\(error)", metadata: ["request": "\(context.requestID)"])
            }
        }
        if refusal.code == .unauthenticated { return try site.withoutVisit(request) }
        let answer = try site.problem(refusal, request)
        return request.method == .head ? answer.createHeadResponse() : answer
    }

    static func isOfSite(_ path: String) -> Bool {
        let folder = path.split(separator: "/").first
        return folder.map { ["p", "i", "desk", "assets", "language"].contains($0) } ?? (path == "/")
    }
}

extension SiteText {
    /// What is said of a photo; in the words of the rule itself where the language has none.
    func sentence(of finding: Finding) -> String {
        known("finding", finding.rule) ?? finding.sentence
    }
}

extension Site {
    /// What a request gets that shows no link that leads somewhere, and no operator's token.
    ///
    /// Links that are wrong, have ended or were revoked look the same.
    func withoutVisit(_ request: Request) throws -> Response {
        if request.uri.path.split(separator: "/").first == "desk" {
            return .seeOther("/desk/sign-in")
        }
        let text = text(for: request)
        return try show(
            "site_problem", title: text("problem", "link_title"), request, in: text,
            ["sentence": text("problem", "link")], status: .notFound)
    }

    /// The page that says why something was not done.
    func problem(_ refusal: Refusal, _ request: Request) throws -> Response {
        let text = text(for: request)
        let isOfDesk = request.uri.path.hasPrefix("/desk")
        // An operator reads what an app reads.
        let detail = [refusal.code.problem.title, refusal.detail].compactMap(\.self)
            .joined(separator: " ")
        let found = refusal.findings.map { text.sentence(of: $0) }.joined(separator: " ")
        let sentence =
            isOfDesk
            ? detail
            : text.known("problem", refusal.code.name, ["found": found]) ?? text("problem", "other")
        var response = try show(
            "site_problem", title: text("problem", "title"), request, in: text,
            ["sentence": sentence, "again": Self.start(of: request)],
            status: refusal.code.problem.status)
        if let seconds = refusal.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        for field in refusal.headers { response.headers[field.name] = field.value }
        return response
    }
}
