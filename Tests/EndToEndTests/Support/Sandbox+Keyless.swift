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

    /// Writes a photo of a drawn face, of which this machine can make a headshot; each number is another photo.
    func face(_ number: Int = 0) throws -> String {
        let name = "face-\(number).jpg"
        let comment = Data([0xFF, 0xFE, 0, 3, UInt8(clamping: number)])
        let face = try DrawnFace.photo()
        try (face.prefix(2) + comment + face.dropFirst(2))
            .write(to: URL(filePath: "\(folder)/\(name)"))
        return name
    }
}
