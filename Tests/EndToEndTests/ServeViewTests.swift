import Foundation
import TestSupport
import Testing

/// Photos that do not show the view that is wanted of them.
@Suite(.timeLimit(.minutes(10)))
struct ServeViewTests {
    private static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"

    @Test
    func `a side of a face that looks ahead is refused when it is ordered, and nothing is queued`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    DrawnFace.photo(), token: token, person: Self.anna)
                func order(_ styles: String) async throws -> ServerProcess.Answer {
                    try await server.post(
                        "/v1/jobs", #"{"photo_id":"\#(photo)","styles":[\#(styles)]}"#,
                        token: token, person: Self.anna)
                }
                for styles in [#""left-casual""#, #""front-professional","right-casual""#] {
                    let refused = try await order(styles)
                    #expect(refused.status == 422)
                    #expect(try refused.problem == "photo_refused")
                    #expect(
                        try (refused.json["detail"] as? String)?.contains("clearly turned") == true)
                }
                #expect(try await sandbox.jobs().isEmpty)
                #expect(try await order(#""front-professional""#).status == 202)
            }
        }
    }

    @Test func `a side photo that shows a face from the front costs no scan, and says why`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("app", "--preset", "routine")
            try await ServerProcess.with(sandbox) { server in
                let photo = try DrawnFace.photo()
                func scan(_ parts: [String]) async throws -> ServerProcess.Answer {
                    var body = Data()
                    for name in parts {
                        body += Data(
                            "--b\r\ncontent-disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
                        body += photo + Data("\r\n".utf8)
                    }
                    body += Data("--b--\r\n".utf8)
                    return try await server.send(
                        "POST", "/v1/scans", token: token, person: Self.anna,
                        headers: ["content-type": "multipart/form-data; boundary=b"], body: body)
                }
                let refused = try await scan(["front", "side"])
                #expect(refused.status == 422)
                #expect(try refused.problem == "photo_refused")
                #expect(
                    try (refused.json["detail"] as? String)?.contains("quarter turn") == true)
                // The week's scan is still there.
                #expect(try await scan(["front"]).status == 201)
                let second = try await scan(["front"])
                #expect(try second.problem == "scan_limit")
                #expect(
                    try (second.json["detail"] as? String)?.contains("in about 7 days") == true)
            }
        }
    }
}
