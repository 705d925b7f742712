public import Ground
public import PromptFactory

/// The order of a headshot job: the payload that the queue stores without reading it.
public struct HeadshotOrder: Codable, Sendable, Equatable {
    /// The angle and the background.
    public var style: Style
    /// Whether the headshot is wanted even if findings about the face would refuse it.
    public var isForced: Bool
    /// The wanted backdrop if the headshot is made here; nil leaves it to the style.
    public var backdrop: Backdrop?

    /// Creates an order.
    public init(style: Style, isForced: Bool = false, backdrop: Backdrop? = nil) {
        self.style = style
        self.isForced = isForced
        self.backdrop = backdrop
    }

    /// Creates an order in another style that is otherwise like one before it.
    init(style: Style, repeating order: HeadshotOrder?) {
        self.init(
            style: style, isForced: order?.isForced ?? false, backdrop: order?.backdrop)
    }

    /// The wanted backdrop of a headshot that is made here.
    public var wantedBackdrop: Backdrop { backdrop ?? style.background.backdrop }

    /// Reads an order; one from before `isForced` existed is not forced.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        style = try container.decode(Style.self, forKey: .style)
        isForced = try container.decodeIfPresent(Bool.self, forKey: .isForced) ?? false
        backdrop = try container.decodeIfPresent(Backdrop.self, forKey: .backdrop)
    }

    private enum CodingKeys: String, CodingKey {
        case style, backdrop
        case isForced = "force"
    }

    /// Reads a payload; `nil` if it is of a version that this program does not know.
    public init?(payload: String) {
        guard let order = JSON.wholeValue(HeadshotOrder.self, from: payload) else { return nil }
        self = order
    }

    /// The part that all payloads of a style share, for a filter of the queue.
    public static func pattern(of style: Style) -> String { JSON.text(["style": style]) ?? "{}" }

    /// The payload as stored in the queue.
    public var payload: String { JSON.text(self) ?? "{}" }
}
