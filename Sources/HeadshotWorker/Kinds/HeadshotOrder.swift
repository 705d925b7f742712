public import Ground
public import PromptFactory

/// The order of a headshot job: the payload that the queue stores without reading it.
public struct HeadshotOrder: JobPayload {
    /// The angle and the background.
    public var style: Style
    /// Whether the headshot is wanted even if findings about the face would refuse it.
    public var isForced: Bool
    /// The wanted backdrop if the headshot is made here; nil leaves it to the style.
    public var backdrop: Backdrop?
    /// Absent unless it is true: an older program reads the orders that it understands.
    private var requirement: Bool?

    /// Whether it is not made if its background could only be softened.
    public var requiresBackdrop: Bool {
        get { requirement ?? false }
        set { requirement = newValue ? true : nil }
    }

    /// Creates an order.
    public init(
        style: Style, isForced: Bool = false, backdrop: Backdrop? = nil,
        requiresBackdrop: Bool = false
    ) {
        self.style = style
        self.isForced = isForced
        self.backdrop = backdrop
        self.requiresBackdrop = requiresBackdrop
    }

    /// Creates an order in another style that is otherwise like one before it.
    init(style: Style, repeating order: HeadshotOrder?) {
        self.init(
            style: style, isForced: order?.isForced ?? false, backdrop: order?.backdrop,
            requiresBackdrop: order?.requiresBackdrop ?? false)
    }

    /// The wanted backdrop of a headshot that is made here.
    public var wantedBackdrop: Backdrop { backdrop ?? style.background.backdrop }

    private enum CodingKeys: String, CodingKey {
        case style, backdrop
        case isForced = "force"
        case requirement = "requireBackdrop"
    }

    /// The part that all payloads of a style share, for a filter of the queue.
    public static func pattern(of style: Style) -> String { JSON.text(["style": style]) ?? "{}" }
}

extension PromptFactory.Background {
    /// The default backdrop of a headshot with this background that is made here.
    public var backdrop: Backdrop {
        switch self {
        case .professional: .studio
        case .casual: .blur
        }
    }
}
