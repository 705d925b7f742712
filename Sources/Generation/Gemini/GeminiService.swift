internal import Foundation
internal import Ground
internal import Transfer

struct GeminiService: Service {
    let configuration: ServiceConfiguration

    func generation(_ request: ModelRequest) -> HTTPRequest {
        var http = get("models/\(request.model.percentEncoded()):generateContent")
        http.body = body(request)
        http.isWhole = JSONValue.isDocument
        http.headers += [
            "Content-Type: application/json",
            "x-request-id: \(request.id.percentEncoded())",
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
                + (pageToken.map { "&pageToken=\($0.percentEncoded())" } ?? ""))
    }

    private func get(_ path: String) -> HTTPRequest {
        request("v1beta/\(path)", "x-goog-api-key: \(key.secret.exposed)")
    }

    func reading(_ exchange: HTTPExchange, to wanted: Wanted) -> Answer {
        GeminiAnswer.read(exchange.body, to: wanted, requestID: nil, key: key)
    }

    func error(_ status: Int, _ exchange: HTTPExchange) -> ServiceError {
        GeminiErrorBody(exchange.body, key: key)
            .error(with: status, retryAfter: exchange.retryAfter)
    }

    private func body(_ request: ModelRequest) -> Data {
        var body = Data(#"{"contents":[{"role":"user","parts":["#.utf8)
        body.append(request.parts, Self.append)
        body.append(#"]}],"generationConfig":{\#(generationConfig(of: request))}}"#)
        return body
    }

    private static func append(_ part: Part, to body: inout Data) {
        switch part {
        case .text(let text):
            body.append(#"{"text":\#(text.asJSON)}"#)
        case .jpeg(let bytes):
            body.append(#"{"inlineData":{"mimeType":"image/jpeg","data":""#)
            body.append(base64Of: bytes)
            body.append(#""}}"#)
        }
    }

    private func generationConfig(of request: ModelRequest) -> String {
        let facts = ModelFacts.facts(for: request.model)
        var fields: [String] = []
        if facts.acceptsTemperature {
            fields.append(#""temperature":\#(ServiceConfiguration.temperature)"#)
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
