public import PromptFactory

/// What a job asks for: the payload that the queue keeps without reading it.
public struct HeadshotOrder: Codable, Sendable, Equatable {
    /// The angle and the background.
    public var style: Style

    /// Creates an order.
    public init(style: Style) {
        self.style = style
    }

    /// Reads a payload; `nil` if it is of a version that this program does not know.
    public init?(payload: String) {
        guard let order = JSON.value(HeadshotOrder.self, from: payload) else { return nil }
        self = order
    }

    /// The payload as the queue keeps it.
    public var payload: String { JSON.text(self) ?? "{}" }
}
