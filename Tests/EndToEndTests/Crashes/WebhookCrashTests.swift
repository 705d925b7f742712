import CrashPoints
import Foundation
import TestSupport
import Testing

/// A server is killed at each point of a delivery, and another goes on.
@Suite(.timeLimit(.minutes(10)))
struct WebhookCrashTests {
    static let points: [CrashPoint] = [.deliveryInserted, .webhookSent, .deliverySettled]

    @Test(arguments: points)
    func `killed at a point, a server tells its app at least once, by one name`(
        point: CrashPoint
    ) async throws {
        let answer: [ScriptedServer.Step] = [
            .readRequest, .write(ScriptedServer.answer(200, Data())),
        ]
        let receiver = try ScriptedServer(answer, answer)
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.addSpace(
                "shop", "--provider", "local", "--webhook", receiver.url)
            try DrawnFace.portrait.jpeg()
                .write(to: URL(filePath: "\(sandbox.folder)/me.jpg"))
            let ids = try await sandbox.submit(
                ["me.jpg", "--space", "shop", "--person", "81f3"])
            var dying = sandbox
            dying.variables["HEADSHOT_CRASH_POINT"] = "\(point)"
            let serve = [
                "serve", "--listen", "127.0.0.1:0", "--isolation", "best", "--work",
            ]
            try await dying.running(serve) { server in
                let exit = try await server.waitForExit()
                #expect(exit == .signal(SIGKILL))
            }
            // Only what was written after the answer is known to have arrived.
            let isKnown = point == .deliverySettled
            try await sandbox.running(serve) { server in
                _ = try await server.waitForErrors("Apps: http")
                if !isKnown {
                    try await receiver.wait(forClosed: point == .webhookSent ? 1 : 0)
                }
                server.send(SIGTERM)
                let exit = try await server.waitForExit()
                #expect(exit == .status(0))
            }
            #expect(try await sandbox.job(ids[0]).state == "succeeded")
            let names = receiver.requests.map { request in
                String(decoding: request, as: UTF8.self)
                    .firstMatch(of: /webhook-id: (\S+)/).map { String($0.1) }
            }
            #expect(names.count == (point == .webhookSent ? 2 : 1))
            #expect(Set(names).count == 1 && names.first??.hasPrefix("msg_\(ids[0])") == true)
            let shown = try await sandbox.run("space", "show", "shop").output
            #expect(shown.contains("Deliveries that wait: 0; given up: 0."), "\(shown)")
        }
    }
}
