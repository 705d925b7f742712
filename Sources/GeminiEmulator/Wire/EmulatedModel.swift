/// A model that the emulator knows, with its differences in the wire format.
struct EmulatedModel: Sendable {
    let name: String
    /// The tokens that the usage counts for one picture; nil for a model that makes none.
    var tokensPerPicture: Int?
    /// Whether it writes JSON; most models that make pictures do not.
    var writesJSON = false

    /// Every model, in the order of the list endpoint.
    static let all = [
        EmulatedModel(name: "gemini-2.5-flash-image", tokensPerPicture: 1290),
        EmulatedModel(name: "gemini-3.1-flash-image", tokensPerPicture: 1120),
        EmulatedModel(name: "gemini-nano-banana-2.1", tokensPerPicture: 1120),
        EmulatedModel(name: "gemini-3-pro-image", tokensPerPicture: 1120, writesJSON: true),
        EmulatedModel(name: "gemini-3.7-flash", writesJSON: true),
        EmulatedModel(name: "gemini-3.5-flash-lite", writesJSON: true),
    ]

    /// The model with this name, without the prefix `models/`.
    static func named(_ name: String) -> EmulatedModel? { all.first { $0.name == name } }

    /// The model as the list and get endpoints show it.
    var description: JSONValue {
        [
            "name": "models/\(name)", "version": "2.0", "displayName": .string(name),
            "description": "Emulated: answers with the photo that it was sent, or words that fit.",
            "inputTokenLimit": 32_768, "outputTokenLimit": 32_768,
            "supportedGenerationMethods": ["generateContent"],
            "temperature": 1, "topP": 0.95, "topK": 64, "maxTemperature": 2,
        ]
    }
}
