internal import Foundation
internal import Ground
internal import Transfer

struct OpenAIService: Service {
    let configuration: ServiceConfiguration

    func generation(_ request: ModelRequest) -> HTTPRequest {
        var http: HTTPRequest
        switch request.wants {
        case .picture:
            let form = MultipartForm(named: request.id, avoiding: request.parts)
            http = base("images/edits")
            http.body = picture(request, in: form)
            http.headers.append("Content-Type: multipart/form-data; boundary=\(form.boundary)")
        case .words(let schema, let mostTokens):
            http = base("responses")
            http.body = words(request, by: schema, mostTokens: mostTokens)
            http.headers.append("Content-Type: application/json")
        }
        http.isWhole = JSONValue.isDocument
        http.headers += [
            "X-Client-Request-Id: \(request.id.percentEncoded())",
            // Without a value libcurl omits the header, so it never waits for a "100 Continue".
            "Expect:",
        ]
        return http
    }

    func listing(after pageToken: String?) -> HTTPRequest { base("models") }

    func models(in page: JSONValue) -> (names: [String], next: String?)? {
        guard case .array(let models)? = page["data"] else { return nil }
        return (models.compactMap { $0["id"]?.string }, nil)
    }

    private func base(_ path: String) -> HTTPRequest {
        request(path, "Authorization: Bearer \(key.secret.exposed)")
    }

    func reading(_ exchange: HTTPExchange, to wanted: Wanted) -> Answer {
        OpenAIAnswer.read(exchange.body, to: wanted, requestID: exchange.requestID, key: key)
    }

    func error(_ status: Int, _ exchange: HTTPExchange) -> ServiceError {
        OpenAIErrorBody(exchange.body, requestID: exchange.requestID, key: key)
            .error(with: status, retryAfter: exchange.retryAfter)
    }

    /// The form of an edit: the first picture is the photo.
    ///
    /// A JPEG is sent and received because the service makes one sooner than a PNG. What a model has no facts
    /// for is left to the service.
    private func picture(_ request: ModelRequest, in form: MultipartForm) -> Data {
        var form = form
        var texts: [String] = []
        var photo: Data?
        for part in request.parts {
            switch part {
            case .text(let text): texts.append(text)
            case .jpeg(let bytes): photo = photo ?? bytes
            }
        }
        form.add("model", request.model)
        form.add("prompt", texts.joined(separator: "\n"))
        form.add("n", "1")
        if let look = ModelFacts.facts(for: request.model).form {
            form.add("size", look.size)
            form.add("quality", look.quality)
        }
        form.add("output_format", "jpeg")
        if let photo { form.add("image", jpeg: photo, named: "photo.jpg") }
        return form.end()
    }

    private func words(
        _ request: ModelRequest, by schema: WordsSchema, mostTokens: Int
    ) -> Data {
        let model = request.model.asJSON
        var body = Data(
            #"{"model":\#(model),"store":false,"max_output_tokens":\#(mostTokens),"#.utf8)
        if let effort = ModelFacts.facts(for: request.model).effort {
            body.append(#""reasoning":{"effort":"\#(effort)"},"#)
        }
        body.append(#""input":[{"role":"user","content":["#)
        body.append(request.parts, Self.append)
        body.append(#"]}],"text":{"format":{"type":"json_schema","name":"words","strict":true,"#)
        body.append(#""schema":\#(schema.json(for: .strict))}}}"#)
        return body
    }

    private static func append(_ part: Part, to body: inout Data) {
        switch part {
        case .text(let text):
            body.append(#"{"type":"input_text","text":\#(text.asJSON)}"#)
        case .jpeg(let bytes):
            // Low detail is enough to see a person by, and bounds the cost.
            body.append(
                #"{"type":"input_image","detail":"low","image_url":"data:image/jpeg;base64,"#)
            body.append(base64Of: bytes)
            body.append(#""}"#)
        }
    }
}
