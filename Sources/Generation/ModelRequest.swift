public import Foundation

/// One request to a model: its input, and what to make from it.
public struct ModelRequest: Sendable {
    /// The id of this request in the provider's records; sent as `x-request-id`.
    public var id: String
    /// The model's name.
    public var model: String
    /// The input, in this order.
    public var parts: [Part]
    /// What to make.
    public var wants: Wanted

    /// Creates a request.
    public init(id: String, model: String, parts: [Part], wants: Wanted) {
        self.id = id
        self.model = model
        self.parts = parts
        self.wants = wants
    }
}

/// A piece of a model's input.
public enum Part: Sendable, Equatable {
    /// Words: the prompt, or a person's own.
    case text(String)
    /// A picture: the bytes of a JPEG.
    case jpeg(Data)
}

/// What a model is to make.
public enum Wanted: Sendable, Equatable {
    /// A picture; the shape is sent only to models known to accept one.
    case picture(Aspect)
    /// Words in JSON that fit a schema, within a limit of tokens that includes the model's thoughts.
    case words(WordsSchema, mostTokens: Int)
}

/// The shape of a picture; the raw value is its width and height as sent.
public enum Aspect: String, Sendable {
    /// Upright, as headshots are.
    case portrait = "4:5"
}
