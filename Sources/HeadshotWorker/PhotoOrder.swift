public import Foundation
public import JobQueue
public import PromptFactory
public import Studio

/// What is wanted of one photo.
public struct PhotoOrder: Sendable {
    /// The photo.
    public var photo: CheckedPhoto
    /// What is to be made of it.
    public var wish: Wish
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

    /// What can be made of a photo.
    public enum Wish: Sendable {
        /// Headshots in some styles, one job each.
        case headshots(HeadshotWish)
        /// An analysis, on this machine.
        case analysis(AnalysisWish)
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

    /// Who does the jobs.
    public var provider: ProviderKind {
        switch wish {
        case .headshots(let wish): wish.provider
        case .analysis: .local
        }
    }

    /// The photo from the side, where there is one.
    var side: CheckedPhoto? {
        if case .analysis(let wish) = wish { wish.side } else { nil }
    }

    /// The jobs that the order makes.
    public var pieces: [OrderPiece] {
        switch wish {
        case .headshots(let wish): wish.styles.map(wish.piece)
        case .analysis(let wish): [wish.piece]
        }
    }

    /// The jobs of the order, as the queue takes them.
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
        return JobGroup(jobs: jobs, otherKeys: otherKeys)
    }

    /// Whether a job of the queue is what a new one asks for: the same work on the same photos by the same provider.
    ///
    /// Whether it is forced, how soon it is wanted and what was told of its price make no other order of it.
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

    /// A key names an order; of several jobs, each has its own under it.
    func key(for piece: OrderPiece, photo: String) -> String? {
        switch key {
        case nil: nil
        case .name(let name): pieces.count > 1 ? "\(name)/\(piece.name)" : name
        case .photo: "photo:\(photo)/\(piece.photoKey)"
        }
    }

    /// An order of one style and one of several are two orders, and so cannot share a name.
    private var otherKeys: [String] {
        guard case .name(let name) = key else { return [] }
        return pieces.count > 1 ? [name] : Style.all.map { "\(name)/\($0.name)" }
    }
}

/// One job of an order.
public struct OrderPiece: Sendable {
    /// What sort of work it is.
    public let kind: JobKind
    /// The payload that the queue keeps.
    let payload: String
    /// What people call it: a style's name, or the kind's.
    public let name: String
    /// What tells it from other jobs of the same photo.
    let photoKey: String
}

/// Headshots that are wanted of a photo.
public struct HeadshotWish: Sendable {
    /// The styles, one job each.
    public var styles: [Style]
    /// Whether headshots are wanted even if the face would refuse them.
    public var isForced: Bool
    /// Who makes the headshots.
    public var provider: ProviderKind
    /// What is to be behind the person where this machine makes them; nil leaves it to the style.
    public var backdrop: Backdrop?

    /// Creates a wish.
    public init(
        styles: [Style], isForced: Bool = false, provider: ProviderKind, backdrop: Backdrop? = nil
    ) {
        self.styles = styles
        self.isForced = isForced
        self.provider = provider
        self.backdrop = backdrop
    }

    fileprivate func piece(_ style: Style) -> OrderPiece {
        let order = HeadshotOrder(style: style, isForced: isForced, backdrop: backdrop)
        // A backdrop that is not the style's own makes another headshot.
        let own = backdrop == style.background.backdrop
        let suffix = backdrop.map { own ? "" : "/\($0.rawValue)" } ?? ""
        return OrderPiece(
            kind: .headshot, payload: order.payload, name: style.name,
            photoKey: provider == .local ? "\(style.name)/local\(suffix)" : style.name)
    }
}

/// An analysis that is wanted of a photo.
public struct AnalysisWish: Sendable {
    /// Whether a page for people is wanted beside the JSON.
    public var wantsPage: Bool
    /// A photo of the same person from the side.
    public var side: CheckedPhoto?

    /// Creates a wish.
    public init(wantsPage: Bool = false, side: CheckedPhoto? = nil) {
        self.wantsPage = wantsPage
        self.side = side
    }

    fileprivate var piece: OrderPiece {
        let order = AnalysisOrder(wantsPage: wantsPage, sideName: side?.name)
        let kind = JobKind.analysis
        return OrderPiece(
            kind: kind, payload: order.payload, name: kind.rawValue,
            photoKey: wantsPage ? "\(kind)/report" : kind.rawValue)
    }
}

/// What makes an order one and the same when it is submitted again.
public enum OrderKey: Sendable, Equatable {
    /// The submitter's own name for it.
    case name(String)
    /// The photo's content: a person has one job of it in each style, of each provider and before each backdrop, and one
    /// analysis, as long as that job is kept.
    case photo

    /// How many characters a name may have: with a style's name behind it, it still is a key of the queue.
    public static let nameLengths = 1...200
}
