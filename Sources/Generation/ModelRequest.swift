public import Foundation

/// One request to a model: what it is given, and what it has to make of it.
public struct ModelRequest: Sendable {
    /// Names this request in the provider's records; sent as `x-request-id`.
    public var id: String
    /// Which model is asked.
    public var model: String
    /// What the model is given, in this order.
    public var parts: [Part]
    /// What it has to make.
    public var wants: Wanted

    /// Creates a request.
    public init(id: String, model: String, parts: [Part], wants: Wanted) {
        self.id = id
        self.model = model
        self.parts = parts
        self.wants = wants
    }
}

/// A piece of what a model is given.
public enum Part: Sendable, Equatable {
    /// Words: the prompt, or words of a person.
    case text(String)
    /// A picture: the bytes of a JPEG.
    case jpeg(Data)
}

/// What a model has to make.
public enum Wanted: Sendable, Equatable {
    /// A picture of this shape, where the model is known to take a wish for one.
    case picture(Aspect)
    /// Words in JSON that fit a schema, of at most so many tokens, among which a model's thoughts count.
    case words(WordsSchema, mostTokens: Int)
}

/// The shape of a picture; the raw value is its width and its height on the wire.
public enum Aspect: String, Sendable {
    /// Upright, as headshots are.
    case portrait = "4:5"
}
