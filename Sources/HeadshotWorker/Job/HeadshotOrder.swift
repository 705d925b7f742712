public import PromptFactory

/// What a job asks for: the payload that the queue keeps without reading it.
public struct HeadshotOrder: Codable, Sendable, Equatable {
    /// The angle and the background.
    public var style: Style
    /// Whether the headshot is wanted even of a photo whose face would refuse it.
    public var isForced: Bool

    /// Creates an order.
    public init(style: Style, isForced: Bool = false) {
        self.style = style
        self.isForced = isForced
    }

    /// Reads an order; one of before there was force has none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        style = try container.decode(Style.self, forKey: .style)
        isForced = try container.decodeIfPresent(Bool.self, forKey: .isForced) ?? false
    }

    private enum CodingKeys: String, CodingKey {
        case style
        case isForced = "force"
    }

    /// Reads a payload; `nil` if it is of a version that this program does not know.
    public init?(payload: String) {
        guard let order = JSON.value(HeadshotOrder.self, from: payload) else { return nil }
        self = order
    }

    /// What every payload of a style has, for a filter of the queue.
    public static func pattern(of style: Style) -> String { JSON.text(["style": style]) ?? "{}" }

    /// The payload as the queue keeps it.
    public var payload: String { JSON.text(self) ?? "{}" }
}
