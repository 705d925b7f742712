import Foundation
import TestSupport

extension Sandbox {
    /// Gives a sandbox without a key, with a drawn face in `me.jpg`, whose provider counts its requests.
    static func withoutKey(_ body: (Sandbox, ScriptedServer) async throws -> Void) async throws {
        let server = try ScriptedServer()
        try await Sandbox.with(asking: server.url) { sandbox in
            var keyless = sandbox
            keyless.variables["GEMINI_API_KEY"] = nil
            try DrawnFace.photo().write(to: URL(filePath: "\(sandbox.folder)/me.jpg"))
            try await body(keyless, server)
        }
    }
}
