import Foundation

/// A `generateContent` request that passed every check of the service.
struct GenerateRequest: Sendable {
    let model: EmulatedModel
    /// All text parts, joined by newlines.
    let prompt: String
    /// The first inline picture, decoded from base64; nil without one.
    let photo: Data?
    /// Whether a picture is requested; without `IMAGE` among the modalities the service answers with text.
    let wantsPicture: Bool
    /// The JSON that is requested instead of a picture or text; nil for none.
    let words: WantedWords?
    /// The requested ratio, or 4:5.
    let aspectRatio: String

    /// Parses and checks a request's body.
    init(body: Data, model: EmulatedModel) throws(ServiceError) {
        guard let json = try? JSONDecoder().decode(JSONValue.self, from: body) else {
            throw .invalidArgument("Invalid JSON payload received. Unexpected token.")
        }
        var check = SchemaCheck()
        let request = check.message(json, as: .generateContentRequest)
        guard check.violations.isEmpty else { throw .badRequest(check.violations) }

        let parts = request["contents"]?.elements.flatMap { $0["parts"]?.elements ?? [] } ?? []
        guard !parts.isEmpty else {
            throw .invalidArgument(
                "* GenerateContentRequest.contents: contents is not specified\n")
        }
        let config = request["generation_config"]
        try Self.checkPictures(parts)
        try Self.checkConfig(config, model: model)
        words = try WantedWords(config, model: model)

        self.model = model
        prompt = parts.compactMap { $0["text"]?.text }.joined(separator: "\n")
        photo = parts.lazy.compactMap { $0["inline_data"]?["data"]?.text }.first
            .flatMap(Base64.decode)
        // An image model's own default is text and image.
        let modalities = config?["response_modalities"]?.elements ?? []
        wantsPicture =
            model.tokensPerPicture != nil && words == nil
            && (modalities.isEmpty || modalities.contains("IMAGE"))
        aspectRatio = config?["image_config"]?["aspect_ratio"]?.text ?? "4:5"
    }

    /// The types that the service accepts, by its documentation; `image/jpg` is not among them.
    private static let pictureTypes: Set = [
        "image/png", "image/jpeg", "image/webp", "image/heic", "image/heif",
    ]

    private static func checkPictures(_ parts: [JSONValue]) throws(ServiceError) {
        for picture in parts.compactMap({ $0["inline_data"] }) {
            let type = picture["mime_type"]?.text ?? ""
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
        if let count = config?["candidate_count"]?.number, count != 1 {
            throw .invalidArgument("Multiple candidates is not enabled for models/\(model.name)")
        }
        let modalities = config?["response_modalities"]?.elements.compactMap(\.text) ?? []
        if model.tokensPerPicture == nil, modalities.contains("IMAGE") {
            throw .wrongModalities(modalities, model: model.name)
        }
        if let ratio = config?["image_config"]?["aspect_ratio"]?.text,
            !model.aspectRatios.contains(ratio)
        {
            throw .badRequest([invalid("generation_config.image_config.aspect_ratio")])
        }
        if let size = config?["image_config"]?["image_size"]?.text,
            !model.imageSizes.contains(size)
        {
            throw .badRequest([invalid("generation_config.image_config.image_size")])
        }
    }

    private static func invalid(_ field: String) -> FieldViolation {
        FieldViolation(field: field, description: "Invalid value at '\(field)'")
    }
}
