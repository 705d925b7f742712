public import Foundation
public import JobQueue
public import PromptFactory
public import Studio

/// The headshots that are wanted of one photo.
public struct PhotoOrder: Sendable {
    /// The photo.
    public var photo: CheckedPhoto
    /// The styles, one job each.
    public var styles: [Style]
    /// Whether headshots are wanted even if the face would refuse them.
    public var isForced: Bool
    /// Who makes the headshots.
    public var provider: ProviderKind
    /// What is to be behind the person where this machine makes them; nil leaves it to the style.
    public var backdrop: Backdrop?
    /// Whom the cap counts for.
    public var person: Person
    /// What makes a second submit find the first one's jobs.
    public var key: OrderKey?
    /// Higher is sooner.
    public var priority: Int
    /// Not to be claimed before this time.
    public var notBefore: Date?
    /// What the submitter was told that each headshot costs; `nil` where no model is asked.
    public var quote: Quote?

    /// Creates an order.
    public init(
        photo: CheckedPhoto, styles: [Style], isForced: Bool = false, provider: ProviderKind,
        backdrop: Backdrop? = nil, person: Person, key: OrderKey? = nil, priority: Int = 0,
        notBefore: Date? = nil,
        quote: Quote? = nil
    ) {
        self.photo = photo
        self.styles = styles
        self.isForced = isForced
        self.provider = provider
        self.backdrop = backdrop
        self.person = person
        self.key = key
        self.priority = priority
        self.notBefore = notBefore
        self.quote = quote
    }

    /// The jobs of the order.
    ///
    /// - Parameter photo: The SHA-256 of the photo's bytes.
    func group(photo: String) -> JobGroup {
        let jobs = styles.map { style in
            NewJob(
                kind: .headshot,
                payload: HeadshotOrder(style: style, isForced: isForced, backdrop: backdrop)
                    .payload,
                provider: provider.rawValue, person: person, key: key(for: style, photo: photo),
                input: JobInput(photo: photo, name: self.photo.name), priority: priority,
                notBefore: notBefore, quote: quote)
        }
        return JobGroup(jobs: jobs, otherKeys: otherKeys)
    }

    /// Whether a job of the queue is what a new one asks for: the same headshot by the same provider.
    ///
    /// Whether it is forced, how soon it is wanted and what was told of its price make no other order of it.
    static func isSame(_ job: Job, _ new: NewJob) -> Bool {
        guard job.kind == new.kind, job.input == new.input?.photo, job.provider == new.provider
        else { return false }
        guard job.payload != new.payload else { return true }
        guard let order = HeadshotOrder(payload: job.payload),
            let other = HeadshotOrder(payload: new.payload)
        else { return false }
        return order.style == other.style && order.wantedBackdrop == other.wantedBackdrop
    }

    /// A key names an order; of several styles, each has a job of its own under it.
    func key(for style: Style, photo: String) -> String? {
        switch key {
        case nil: nil
        case .name(let name): styles.count > 1 ? Self.key(name, style) : name
        case .photo where provider == .local:
            "photo:\(photo)/\(style.name)/local\(Self.suffix(of: backdrop, for: style))"
        case .photo: "photo:\(photo)/\(style.name)"
        }
    }

    /// An order of one style and one of several are two orders, and so cannot share a name.
    private var otherKeys: [String] {
        guard case .name(let name) = key else { return [] }
        return styles.count > 1 ? [name] : Style.all.map { Self.key(name, $0) }
    }

    /// A backdrop that is not the style's own makes another headshot.
    private static func suffix(of backdrop: Backdrop?, for style: Style) -> String {
        guard let backdrop, backdrop != style.background.backdrop else { return "" }
        return "/\(backdrop.rawValue)"
    }

    private static func key(_ name: String, _ style: Style) -> String { "\(name)/\(style.name)" }
}

/// What makes an order one and the same when it is submitted again.
public enum OrderKey: Sendable, Equatable {
    /// The submitter's own name for it.
    case name(String)
    /// The photo's content: a person has one job of it in each style, of each provider and before each backdrop, as
    /// long as that job is kept.
    case photo

    /// How many characters a name may have: with a style's name behind it, it still is a key of the queue.
    public static let nameLengths = 1...200
}
