/// A model that the emulator knows, with its differences in the wire format.
struct EmulatedModel: Sendable {
    let name: String
    let displayName: String
    /// The allowed values of `aspectRatio`; empty if the field is refused.
    let aspectRatios: Set<String>
    /// The allowed values of `imageSize`; empty if the field is refused.
    let imageSizes: Set<String>
    /// The tokens that the usage counts for one picture; nil for a model that makes none.
    let tokensPerPicture: Int?
    /// Whether it writes JSON; most models that make pictures do not.
    let writesJSON: Bool

    /// Every model, in the order of the list endpoint.
    static let all = [
        EmulatedModel(
            name: "gemini-2.5-flash-image", displayName: "Nano Banana",
            aspectRatios: commonRatios, imageSizes: [], tokensPerPicture: 1290, writesJSON: false),
        EmulatedModel(
            name: "gemini-3.1-flash-image", displayName: "Nano Banana 2",
            aspectRatios: allRatios, imageSizes: ["512", "1K", "2K", "4K"], tokensPerPicture: 1120,
            writesJSON: false),
        EmulatedModel(
            name: "gemini-nano-banana-2.1", displayName: "Nano Banana 2.1",
            aspectRatios: allRatios, imageSizes: ["1K", "2K", "4K"], tokensPerPicture: 1120,
            writesJSON: false),
        EmulatedModel(
            name: "gemini-3-pro-image", displayName: "Nano Banana Pro",
            aspectRatios: commonRatios, imageSizes: ["1K", "2K", "4K"], tokensPerPicture: 1120,
            writesJSON: true),
        EmulatedModel(
            name: "gemini-3.7-flash", displayName: "Gemini 3.7 Flash",
            aspectRatios: [], imageSizes: [], tokensPerPicture: nil, writesJSON: true),
        EmulatedModel(
            name: "gemini-3.5-flash-lite", displayName: "Gemini 3.5 Flash-Lite",
            aspectRatios: [], imageSizes: [], tokensPerPicture: nil, writesJSON: true),
    ]

    private static let commonRatios: Set = [
        "1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9",
    ]
    private static let allRatios = commonRatios.union(["1:4", "4:1", "1:8", "8:1"])

    /// The model with this name, without the prefix `models/`.
    static func named(_ name: String) -> EmulatedModel? {
        all.first { $0.name == name }
    }

    /// The model as the list and get endpoints show it.
    var description: JSONValue {
        [
            "name": "models/\(name)", "version": "2.0", "displayName": .string(displayName),
            "description": .string(
                tokensPerPicture == nil
                    ? "Emulated: answers with words that fit the schema."
                    : "Emulated: answers with the photo that it was sent."),
            "inputTokenLimit": 32_768, "outputTokenLimit": 32_768,
            "supportedGenerationMethods": ["generateContent"],
            "temperature": 1, "topP": 0.95, "topK": 64, "maxTemperature": 2,
        ]
    }
}
