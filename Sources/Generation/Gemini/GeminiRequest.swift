internal import Foundation
internal import Ground
internal import Transfer

/// Encodes a request in the service's wire format.
struct GeminiRequest: Service {
    let configuration: ServiceConfiguration

    var format: any WireFormat { GeminiFormat(key: configuration.apiKey) }

    func generation(_ request: ModelRequest) -> HTTPRequest {
        var http = get("models/\(RequestText.escaped(request.model)):generateContent")
        http.body = body(request)
        http.isWhole = JSONValue.isDocument
        http.headers += [
            "Content-Type: application/json",
            "x-request-id: \(RequestText.escaped(request.id))",
            "X-Server-Timeout: \(serverTimeout)",
            // Without a value libcurl omits the header, so it never waits for a "100 Continue".
            "Expect:",
        ]
        return http
    }

    func models(in page: JSONValue) -> (names: [String], next: String?)? {
        guard case .object = page else { return nil }
        let names = (page["models"]?.elements ?? []).compactMap(Self.usableName)
        return (names, page["nextPageToken"]?.string)
    }

    private static func usableName(_ model: JSONValue) -> String? {
        let methods = model["supportedGenerationMethods"]?.elements ?? []
        guard methods.contains(.string("generateContent")), let name = model["name"]?.string else {
            return nil
        }
        return name.hasPrefix("models/") ? String(name.dropFirst("models/".count)) : name
    }

    func listing(after pageToken: String?) -> HTTPRequest {
        get(
            "models?pageSize=1000"
                + (pageToken.map { "&pageToken=\(RequestText.escaped($0))" } ?? ""))
    }

    private func get(_ path: String) -> HTTPRequest {
        HTTPRequest(
            url: "\(configuration.baseURL)/v1beta/\(path)",
            headers: [
                "x-goog-api-key: \(configuration.apiKey.secret.exposed)",
                "Accept: application/json",
            ],
            body: nil, timeout: configuration.timeout, answerLimit: RequestLimits.answerBytes,
            // A proxy could read plain HTTP, and cannot reach this machine anyway.
            bypassesProxies: configuration.baseURL.isLoopback, isAlone: true)
    }

    /// Built by hand: an encoder would escape every slash of a picture's base64, at ten times the time and
    /// twice the memory.
    private func body(_ request: ModelRequest) -> Data {
        var body = Data(#"{"contents":[{"role":"user","parts":["#.utf8)
        for (index, part) in request.parts.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            Self.append(part, to: &body)
        }
        body.append(contentsOf: #"]}],"generationConfig":{"#.utf8)
        body.append(contentsOf: generationConfig(of: request).utf8)
        body.append(contentsOf: "}}".utf8)
        return body
    }

    private static func append(_ part: Part, to body: inout Data) {
        switch part {
        case .text(let text):
            body.append(contentsOf: #"{"text":"#.utf8)
            body.append(contentsOf: text.asJSON.utf8)
            body.append(UInt8(ascii: "}"))
        case .jpeg(let bytes):
            body.append(contentsOf: #"{"inlineData":{"mimeType":"image/jpeg","data":""#.utf8)
            body.append(base64Of: bytes)
            body.append(contentsOf: #""}}"#.utf8)
        }
    }

    private func generationConfig(of request: ModelRequest) -> String {
        let facts = ModelFacts.facts(for: request.model)
        var fields: [String] = []
        if facts.acceptsTemperature {
            fields.append(#""temperature":\#(configuration.temperature)"#)
        }
        fields.append(#""candidateCount":1"#)
        switch request.wants {
        case .picture(let aspect):
            fields.append(#""responseModalities":["TEXT","IMAGE"]"#)
            if facts.takesAspect {
                fields.append(#""imageConfig":{"aspectRatio":"\#(aspect.rawValue)"}"#)
            }
        case .words(let schema, let mostTokens):
            // Otherwise models that make pictures would send one along.
            fields.append(#""responseModalities":["TEXT"],"maxOutputTokens":\#(mostTokens)"#)
            fields.append(#""responseMimeType":"application/json""#)
            fields.append(#""responseJsonSchema":\#(schema.json(for: .gemini))"#)
        }
        return fields.joined(separator: ",")
    }

    /// Whole seconds, shorter than our own deadline: a slow call should end as the service's 504, which is
    /// known to be free, and not as our deadline, whose cost is unknown.
    private var serverTimeout: Int {
        let margin: Duration = .seconds(5)
        return max(1, Int(((configuration.timeout - margin) / .seconds(1)).rounded(.up)))
    }
}
