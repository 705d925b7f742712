import Foundation
import TestSupport

/// A well-formed request to make a headshot, and the answers to it.
struct GenerateCall {
    var model = "gemini-2.5-flash-image"
    var prompt = "A professional headshot."
    var photo: Data
    var config = #"{"temperature":0.25,"imageConfig":{"aspectRatio":"4:5"}}"#

    /// A call with a small photo in the colours of `seed`.
    init(seed: Int = 0) throws {
        photo = try PhotoFixture.jpeg(width: 300, height: 400, seed: seed)
    }

    /// The path of the request.
    var path: String { "/v1beta/models/\(model):generateContent" }

    /// The body of the request.
    var body: Data {
        Data(
            """
            {"contents":[{"role":"user","parts":[{"text":"\(prompt)"},{"inlineData":\
            {"mimeType":"image/jpeg","data":"\(photo.base64EncodedString())"}}]}],\
            "generationConfig":\(config)}
            """.utf8)
    }

    /// The whole request as it goes over the wire, on a connection of its own.
    var bytes: Data {
        Data(
            """
            POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nx-goog-api-key: key\r\n\
            Connection: close\r\nContent-Length: \(body.count)\r\n\r\n
            """.utf8) + body
    }

    /// Sends the call.
    func send(to emulator: EmulatorProcess) async throws -> Reply {
        let answer = try await emulator.send("POST", path, body: body)
        return Reply(status: answer.status, body: answer.body)
    }
}

/// An answer, read as loosely as a test needs.
struct Reply {
    let status: Int
    let body: Data

    /// The JSON at a path of keys and indices; nil where there is nothing.
    func value(_ path: String) -> Any? {
        let root = try? JSONSerialization.jsonObject(with: body)
        return path.split(separator: ".").reduce(root) { value, step in
            if let index = Int(step) {
                let elements = value as? [Any]
                return elements?.indices.contains(index) == true ? elements?[index] : nil
            }
            return (value as? [String: Any])?[String(step)]
        }
    }

    /// The text at a path.
    func text(_ path: String) -> String? { value(path) as? String }

    /// The whole number at a path.
    func number(_ path: String) -> Int? { value(path) as? Int }

    /// The parts of the first candidate.
    var parts: [[String: Any]] { value("candidates.0.content.parts") as? [[String: Any]] ?? [] }

    /// The base64 of the last picture that is no thought.
    var picture: String? {
        parts.last { $0["inlineData"] != nil && $0["thought"] == nil }
            .flatMap { ($0["inlineData"] as? [String: Any])?["data"] as? String }
    }
}
