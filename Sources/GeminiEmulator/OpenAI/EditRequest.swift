import Foundation

/// A request to `images/edits` that passed every check of the service.
struct EditRequest: Sendable {
    let model: OpenAIModel
    let prompt: String
    /// The first picture.
    let photo: Data
    let size: PictureSize
    let wantsJPEG: Bool

    /// The fields that the service has.
    private static let known: Set = [
        "model", "prompt", "image", "image[]", "mask", "n", "size", "quality", "background",
        "input_fidelity", "output_format", "output_compression", "moderation", "user",
        "response_format", "stream", "partial_images", "safety_identifier",
    ]
    private static let types: Set = ["image/jpeg", "image/png", "image/webp"]

    /// Checks a form.
    init(_ form: MultipartForm, model: OpenAIModel) throws(OpenAIError) {
        for field in form.fields where !Self.known.contains(field.name) {
            throw .unknown(field.name)
        }
        guard model.makesPictures else { throw .invalid("model", model.name) }
        guard let prompt = form.text("prompt"), !prompt.isEmpty else { throw .missing("prompt") }
        guard prompt.count <= 32_000 else {
            throw OpenAIError(
                status: 400, code: "string_above_max_length", parameter: "prompt",
                message: "Invalid 'prompt': string too long.")
        }
        self.model = model
        self.prompt = prompt
        photo = try Self.photo(form)
        size = try Self.size(form, model)
        wantsJPEG = form.text("output_format") == "jpeg"
        try Self.checkRest(form, model)
    }

    private static func photo(_ form: MultipartForm) throws(OpenAIError) -> Data {
        let pictures = form.fields.filter { ["image", "image[]"].contains($0.name) }
        guard let first = pictures.first else { throw .missing("image") }
        guard pictures.count <= 16 else { throw .invalid("image", "\(pictures.count) pictures") }
        for picture in pictures where !types.contains(picture.type ?? "") {
            throw OpenAIError(
                status: 400, code: "unsupported_file_mimetype", parameter: "image",
                message: "Invalid file 'image': unsupported mimetype ('\(picture.type ?? "")').")
        }
        return first.bytes
    }

    private static func size(
        _ form: MultipartForm, _ model: OpenAIModel
    ) throws(OpenAIError) -> PictureSize {
        let text = form.text("size") ?? "auto"
        guard let size = model.size(text) else { throw .invalid("size", text) }
        return size
    }

    private static func checkRest(
        _ form: MultipartForm, _ model: OpenAIModel
    ) throws(OpenAIError) {
        if let count = form.text("n"), count != "1" { throw .notMade("\(count) pictures at once") }
        for name in ["mask", "stream", "partial_images"] where form.text(name) != nil {
            throw .notMade("pictures by '\(name)'")
        }
        try check("quality", form, model.qualities)
        try check("output_format", form, ["jpeg", "png", "webp"])
        if let fidelity = form.text("input_fidelity"), model.fidelities.isEmpty {
            throw OpenAIError(
                status: 400, code: "invalid_input_fidelity_model", parameter: "input_fidelity",
                message: "The model '\(model.name)' does not take input_fidelity '\(fidelity)'.")
        }
        try check("input_fidelity", form, model.fidelities)
    }

    private static func check(
        _ name: String, _ form: MultipartForm, _ values: Set<String>
    ) throws(OpenAIError) {
        if let value = form.text(name), !values.contains(value) { throw .invalid(name, value) }
    }
}
