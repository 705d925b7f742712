import Foundation

/// A `generateContent` request that passed every check of the service.
struct GenerateRequest: Sendable {
    let model: EmulatedModel
    let asked: Answering.Asked

    /// Parses and checks a request's body.
    init(body: Data, model: EmulatedModel) throws(ServiceError) {
        guard let request = try? JSONDecoder().decode(JSONValue.self, from: body) else {
            throw .invalidArgument("Invalid JSON payload received. Unexpected token.")
        }
        let violations = FieldType.request.violations(in: request)
        guard violations.isEmpty else { throw .badRequest(violations) }
        let parts = request["contents"]?.elements.flatMap { $0["parts"]?.elements ?? [] } ?? []
        guard !parts.isEmpty else {
            throw .invalidArgument(
                "* GenerateContentRequest.contents: contents is not specified\n")
        }
        let config = request["generationConfig"]
        try Self.checkPictures(parts)
        try Self.checkConfig(config, model: model)
        let words = try WantedWords(config, model: model)
        // An image model's own default is text and image; without IMAGE among the modalities it answers with text.
        let modalities = config?["responseModalities"]?.elements ?? []
        let wantsPicture =
            model.tokensPerPicture != nil && words == nil
            && (modalities.isEmpty || modalities.contains("IMAGE"))
        self.model = model
        asked = Answering.Asked(
            prompt: parts.compactMap { $0["text"]?.text }.joined(separator: "\n"),
            photo: parts.lazy.compactMap { $0["inlineData"]?["data"]?.text }.first
                .flatMap(Data.init(base64:)),
            size: wantsPicture ? .portrait : nil, words: words)
    }

    /// The types that the service accepts, by its documentation; `image/jpg` is not among them.
    private static let pictureTypes: Set = [
        "image/png", "image/jpeg", "image/webp", "image/heic", "image/heif",
    ]

    private static func checkPictures(_ parts: [JSONValue]) throws(ServiceError) {
        for picture in parts.compactMap({ $0["inlineData"] }) {
            let type = picture["mimeType"]?.text ?? ""
            guard pictureTypes.contains(type) else {
                throw .invalidArgument("Unsupported MIME type: \(type)")
            }
            guard let data = picture["data"]?.text, !data.isEmpty else {
                throw .unreadablePicture
            }
        }
    }

    private static func checkConfig(
        _ config: JSONValue?, model: EmulatedModel
    ) throws(ServiceError) {
        if let temperature = config?["temperature"]?.number, !(0...2).contains(temperature) {
            throw .invalidArgument(
                """
                * GenerateContentRequest.generation_config.temperature: temperature must be in the \
                range [0.0, 2.0].

                """)
        }
        if let count = config?["candidateCount"]?.number, count != 1 {
            throw .invalidArgument("Multiple candidates is not enabled for models/\(model.name)")
        }
        if model.tokensPerPicture == nil,
            config?["responseModalities"]?.elements.contains("IMAGE") == true
        {
            throw .noPictures
        }
        if let ratio = config?["imageConfig"]?["aspectRatio"]?.text,
            model.tokensPerPicture == nil || ratio != "4:5"
        {
            throw .badRequest([FieldViolation(invalid: "generationConfig.imageConfig.aspectRatio")])
        }
    }
}
