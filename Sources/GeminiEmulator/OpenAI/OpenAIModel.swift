/// A model of OpenAI's that the emulator knows, with its differences in the wire format.
struct OpenAIModel: Sendable {
    let name: String
    /// Whether it makes pictures; the others write words.
    let makesPictures: Bool
    /// Whether any size within bounds is taken, not only the three usual ones.
    var takesAnySize = false
    var qualities: Set<String> = []

    /// Every model, in the order of the list endpoint.
    static let all = [
        OpenAIModel(name: "gpt-image-1-mini", makesPictures: true, qualities: usualQualities),
        OpenAIModel(
            name: "gpt-image-2", makesPictures: true, takesAnySize: true,
            qualities: usualQualities),
        OpenAIModel(
            name: "gpt-image-2.5-flare", makesPictures: true, takesAnySize: true,
            qualities: usualQualities.union(["xhigh", "max"])),
        OpenAIModel(name: "gpt-5.6-luna", makesPictures: false),
        OpenAIModel(name: "gpt-6-luna", makesPictures: false),
    ]

    private static let usualQualities: Set = ["low", "medium", "high", "auto"]

    static func named(_ name: String) -> OpenAIModel? { all.first { $0.name == name } }

    /// The size of a picture in the text of a request; nil if the model refuses it.
    func size(_ text: String) -> PictureSize? {
        switch text {
        case "auto": return PictureSize("1024x1024")
        case "1024x1024", "1536x1024", "1024x1536": return PictureSize(text)
        default: break
        }
        guard takesAnySize, let size = PictureSize(text), size.width % 16 == 0,
            size.height % 16 == 0, size.width <= 3 * size.height, size.height <= 3 * size.width,
            (655_360...8_294_400).contains(size.width * size.height)
        else { return nil }
        return size
    }

    /// The model as the list and get endpoints show it.
    var description: JSONValue {
        ["id": .string(name), "object": "model", "created": 1_788_000_000, "owned_by": "system"]
    }
}
