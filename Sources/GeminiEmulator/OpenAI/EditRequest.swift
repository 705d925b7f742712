import Foundation

/// A request to `images/edits` that passed every check of the service.
struct EditRequest: Sendable {
    let asked: Answering.Asked

    /// The fields that clients of the emulator send.
    private static let known: Set = [
        "model", "prompt", "image", "image[]", "n", "size", "quality", "output_format",
    ]
    private static let types: Set = ["image/jpeg", "image/png", "image/webp"]

    init(_ form: MultipartForm, model: OpenAIModel) throws(OpenAIError) {
        for field in form.fields where !Self.known.contains(field.name) {
            throw .unknown(field.name)
        }
        guard model.makesPictures else { throw .invalid("model", model.name) }
        guard let prompt = form.text("prompt"), !prompt.isEmpty else { throw .missing("prompt") }
        let pictures = form.fields.filter { ["image", "image[]"].contains($0.name) }
        guard let photo = pictures.first else { throw .missing("image") }
        for picture in pictures where !Self.types.contains(picture.type ?? "") {
            throw OpenAIError(
                status: 400, code: "unsupported_file_mimetype", parameter: "image",
                message: "Invalid file 'image': unsupported mimetype ('\(picture.type ?? "")').")
        }
        let wanted = form.text("size") ?? "auto"
        guard let size = model.size(wanted) else { throw .invalid("size", wanted) }
        let choices: [(String, Set<String>)] = [
            ("n", ["1"]), ("quality", model.qualities),
            ("output_format", ["jpeg", "png", "webp"]),
        ]
        for (name, values) in choices {
            if let value = form.text(name), !values.contains(value) { throw .invalid(name, value) }
        }
        asked = Answering.Asked(
            prompt: prompt, photo: photo.bytes, size: size,
            isJPEG: form.text("output_format") == "jpeg")
    }
}
