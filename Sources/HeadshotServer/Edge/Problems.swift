import Answers
import Foundation
import Ground
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Answers each error as `application/problem+json`, RFC 9457, and nothing of the machine with it.
struct Problems: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError {
            return try answer(Refusal(status: error.status), to: request, context)
        } catch {
            let refusal = Refusal(error)
            if refusal.code == .defect {
                logger.error("\(error)", metadata: ["request": "\(context.requestID)"])
            }
            return try answer(refusal, to: request, context)
        }
    }

    private func answer(
        _ refusal: Refusal, to request: Request, _ context: ServerContext
    ) throws -> Response {
        let problem = Problem(refusal, requestID: context.requestID)
        let answer = Response(
            status: refusal.code.problem.status, headers: refusal.allHeaders,
            body: ResponseBody(byteBuffer: ByteBuffer(string: try AnswerJSON.line(problem))))
        // The framework leaves out the body where a route took the request only.
        return request.method == .head ? answer.createHeadResponse() : answer
    }
}

struct Problem: Encodable {
    let type: String
    let title: String
    let status: Int
    let detail: String?
    let code: String
    let findings: [Finding]?
    let availableAt: Date?
    let limit: String?
    let count: Int?
    let moment: MomentResource?
    let mergedInto: String?
    let requestID: String

    init(_ refusal: Refusal, requestID: String) {
        type = "/problems/\(refusal.code.name)"
        title = refusal.code.problem.title
        status = refusal.code.problem.status.code
        detail = refusal.detail
        code = refusal.code.name
        findings = refusal.findings.isEmpty ? nil : refusal.findings
        availableAt = refusal.available
        limit = refusal.limit?.member
        count = refusal.count
        moment = refusal.moment
        mergedInto = refusal.mergedInto
        self.requestID = requestID
    }
}

extension Refusal {
    var allHeaders: HTTPFields {
        var headers = headers
        headers[.contentType] = "application/problem+json"
        if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
        return headers
    }

    init(status: HTTPResponse.Status) {
        switch status {
        case .notFound: self = .notFound
        case .contentTooLarge: self = .tooLarge(RequestBytes.mostJSON)
        default: self = .malformed("The framework refused it: \(status).")
        }
    }
}
