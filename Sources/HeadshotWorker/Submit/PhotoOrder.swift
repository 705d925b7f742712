public import Foundation
public import Ground
public import JobQueue
public import PromptFactory

/// An order for one photo.
public struct PhotoOrder: Sendable {
    /// The photo.
    public var photo: CheckedPhoto
    /// What to make of it.
    public var wish: Wish
    /// The person for whom the cap counts.
    public var person: Person
    /// The key by which a second submit finds the jobs of the first.
    public var key: OrderKey?
    /// Whether the key stays taken for a while after a job of the order was removed.
    public var keepsKey = false
    /// Whether a job that the person has of the photo in the same style stands for a new one, whatever its key.
    public var isOnce = false
    /// Higher is sooner.
    public var priority: Int
    /// Not to be claimed before this time.
    public var notBefore: Date?
    /// The price of each headshot that the submitter was shown; `nil` if no model is asked.
    public var quote: Quote?

    /// What can be made of a photo.
    public enum Wish: Sendable {
        /// Headshots in some styles, one job each.
        case headshots(HeadshotWish)
        /// An analysis, on this machine: with a page for people beside the JSON, and of a photo of the same person from the side.
        case analysis(wantsPage: Bool = false, side: CheckedPhoto? = nil)
    }

    /// Creates an order.
    public init(
        photo: CheckedPhoto, wish: Wish, person: Person, key: OrderKey? = nil, priority: Int = 0,
        notBefore: Date? = nil, quote: Quote? = nil
    ) {
        self.photo = photo
        self.wish = wish
        self.person = person
        self.key = key
        self.priority = priority
        self.notBefore = notBefore
        self.quote = quote
    }

    /// The provider of the jobs.
    public var provider: ProviderKind {
        switch wish {
        case .headshots(let wish): wish.provider
        case .analysis: .local
        }
    }

    var side: CheckedPhoto? {
        if case .analysis(_, let side) = wish { side } else { nil }
    }

    /// The jobs of the order.
    public var pieces: [OrderPiece] {
        switch wish {
        case .headshots(let wish): wish.styles.map(wish.piece)
        case .analysis(let wantsPage, let side):
            [
                OrderPiece(
                    kind: .analysis,
                    payload: AnalysisOrder(wantsPage: wantsPage, sideName: side?.name).payload,
                    name: JobKind.analysis.rawValue,
                    photoKey: "\(JobKind.analysis)\(wantsPage ? "/report" : "")")
            ]
        }
    }

    /// The jobs of the order, as the queue accepts them.
    ///
    /// - Parameters:
    ///   - photo: The photo's name in the store.
    ///   - side: That of the photo from the side.
    func group(photo: String, side: String?) -> JobGroup {
        let jobs = pieces.map { piece in
            NewJob(
                kind: piece.kind, payload: piece.payload, provider: provider.rawValue,
                person: person, key: key(for: piece, photo: PhotoName.digest(of: photo)),
                input: JobInput(photo: photo, name: self.photo.name), secondInput: side,
                priority: priority, notBefore: notBefore, quote: quote)
        }
        return JobGroup(
            jobs: jobs, otherKeys: otherKeys, keepsKeys: keepsKey, isOnce: isOnce)
    }

    /// Whether an existing job does what a new one asks for: the same work on the same photos by the same provider.
    ///
    /// `--force`, `--require-backdrop`, priority, due time and quote do not make it another order.
    static func isSame(_ job: Job, _ new: NewJob) -> Bool {
        guard job.kind == new.kind, job.provider == new.provider,
            job.input.map(PhotoName.digest) == (new.input?.photo).map(PhotoName.digest),
            job.secondInput.map(PhotoName.digest) == new.secondInput.map(PhotoName.digest)
        else { return false }
        guard job.payload != new.payload else { return true }
        if let order = AnalysisOrder(payload: job.payload), job.kind == .analysis {
            return order.wantsPage == AnalysisOrder(payload: new.payload)?.wantsPage
        }
        guard let order = HeadshotOrder(payload: job.payload),
            let other = HeadshotOrder(payload: new.payload)
        else { return false }
        return order.style == other.style && order.wantedBackdrop == other.wantedBackdrop
    }

    /// A key names an order; if the order has several jobs, each has a key derived from it.
    func key(for piece: OrderPiece, photo: String) -> String? {
        switch key {
        case nil: nil
        case .name(let name): pieces.count > 1 ? "\(name)/\(piece.name)" : name
        case .photo: "photo:\(photo)/\(piece.photoKey)"
        }
    }

    /// The keys that the jobs of orders with a name may have.
    static func keys(of name: String) -> [String] {
        [name] + Style.all.map { "\(name)/\($0.name)" }
    }

    /// An order of one style and an order of several are different, so they cannot share a name.
    private var otherKeys: [String] {
        guard case .name(let name) = key else { return [] }
        return pieces.count > 1 ? [name] : Array(Self.keys(of: name).dropFirst())
    }
}

/// One job of an order.
public struct OrderPiece: Sendable {
    /// What sort of work it is.
    public let kind: JobKind
    let payload: String
    /// Its name for people: that of the style, or of the kind.
    public let name: String
    /// What distinguishes it from other jobs of the same photo.
    let photoKey: String
}

/// Headshots to make of a photo.
public struct HeadshotWish: Sendable {
    /// The styles, one job each.
    public var styles: [Style]
    /// Whether headshots are wanted even if findings about the face would refuse them.
    public var isForced: Bool
    /// The provider of the headshots.
    public var provider: ProviderKind
    /// The wanted backdrop if this machine makes them; nil leaves it to the style.
    public var backdrop: Backdrop?
    /// Whether none is made whose background could only be softened.
    public var requiresBackdrop: Bool

    /// Creates a wish.
    public init(
        styles: [Style], isForced: Bool = false, provider: ProviderKind, backdrop: Backdrop? = nil,
        requiresBackdrop: Bool = false
    ) {
        self.styles = styles
        self.isForced = isForced
        self.provider = provider
        self.backdrop = backdrop
        self.requiresBackdrop = requiresBackdrop
    }

    fileprivate func piece(_ style: Style) -> OrderPiece {
        let order = HeadshotOrder(
            style: style, isForced: isForced, backdrop: backdrop,
            requiresBackdrop: requiresBackdrop)
        // A backdrop that is not the style's own makes another headshot.
        let own = backdrop == style.background.backdrop
        let suffix = backdrop.map { own ? "" : "/\($0.rawValue)" } ?? ""
        return OrderPiece(
            kind: .headshot, payload: order.payload, name: style.name,
            photoKey: provider == .local ? "\(style.name)/local\(suffix)" : style.name)
    }
}

/// What identifies an order when it is submitted again.
public enum OrderKey: Sendable, Equatable {
    /// The submitter's own name for it.
    case name(String)
    /// The photo's content: as long as its jobs are kept, a person has one job of it for each style, provider and
    /// backdrop, and one analysis.
    case photo

    /// How many characters a name may have: with a style's name appended, it must still fit the queue's keys.
    public static let nameLengths = 1...200
}
