public import ArgumentParser
import Foundation
import Ground
import HeadshotWorker
public import JobQueue
import PromptFactory
import Setup

/// The headshots to make of a photo.
struct StyleOptions: ParsableArguments {
    @Option(help: "Where the head points, as the viewer sees it. Default: front.")
    var angle: Angle?

    @Option(
        help: """
            professional: a studio and business clothes; casual: outdoors or at home, and casual clothes. Default: professional.
            """)
    var background: Background?

    @Option(
        help: ArgumentHelp(
            "What is behind the person in a headshot of the provider 'local': a grey studio, the photo's own out of focus (blur), or the photo's own, softened only.",
            discussion:
                "Default: $HEADSHOT_BACKDROP, else studio for professional and blur for casual."))
    var backdrop: Backdrop?

    @Flag(
        help: """
            Reject, free, what cannot be made before the wanted backdrop, instead of softening the photo's own background; \
            only of the provider 'local'.
            """)
    var requireBackdrop = false

    @Flag(help: "All six styles, one headshot each.")
    var allStyles = false

    var styles: [Style] {
        allStyles
            ? Style.all : [Style(angle: angle ?? .front, background: background ?? .professional)]
    }

    func validate() throws {
        if allStyles, angle != nil || background != nil {
            throw UsageError("--all-styles goes with neither --angle nor --background.")
        }
        if requireBackdrop, backdrop == .own {
            throw UsageError("--require-backdrop goes with the backdrop studio or blur.")
        }
    }

    /// The backdrop of headshots that this machine makes; `nil` leaves it to the style.
    func backdrop(for provider: ProviderKind, _ configuration: Configuration) throws -> Backdrop? {
        if requireBackdrop, provider != .local { throw SetupError.backdropOfModel }
        return try configuration.backdrop(backdrop, for: provider)
    }
}

/// Whether a photo is made again.
struct RepeatOptions: ParsableArguments {
    @Flag(help: "Make another headshot of a photo that has one in this style already.")
    var again = false

    /// Refuses it for photos that have one job each, however often they are submitted.
    func check(_ photos: PhotoOptions) throws {
        guard again, !photos.areNamed else { return }
        throw UsageError(
            "--again goes with photos that are named one by one; 'headshot retry' repeats those of a folder or a list."
        )
    }
}

/// What an order may cost.
struct MoneyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Refuse an order that would cost more in all than so many US dollars, as '5' or '0.50'.",
            "dollars"))
    var maxCost: Dollars?

    @Flag(
        help:
            "With --max-cost: queue as many photos as that pays for, in their order, name those that are left out, and end with \(ExitStatus.tryLater.rawValue) if there are any."
    )
    var asManyAsFit = false

    @Flag(name: .shortAndLong, help: "Do not ask, whatever it costs.")
    var yes = false

    func validate() throws {
        if asManyAsFit, maxCost == nil {
            throw UsageError("--as-many-as-fit goes with --max-cost.")
        }
    }
}

/// The kind of jobs to submit for photos.
struct KindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What is wanted of each photo: a headshot, or an analysis on this machine, free.",
            "kind"))
    var kind = Kind.headshot

    @Option(
        help: ArgumentHelp("For an analysis: a photo of the same person from the side.", "photo"),
        completion: .file())
    var side: String?

    @Flag(help: "For an analysis: write a page for people beside the JSON, too.")
    var report = false

    /// The kinds that are ordered with a photo; apps order the others.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case headshot, analysis
    }

    var isAnalysis: Bool { kind == .analysis }

    func validate() throws {
        guard !isAnalysis else { return }
        if side != nil { throw UsageError("--side goes with --kind analysis.") }
        if report { throw UsageError("--report goes with --kind analysis.") }
    }
}

extension JobKind: ExpressibleByArgument {
    /// Parses the name of a kind that this program knows.
    public init?(argument: String) {
        guard let kind = Self.known.first(where: { $0.rawValue == argument }) else { return nil }
        self = kind
    }

    /// The names of all kinds.
    public static var allValueStrings: [String] { known.map(\.rawValue) }

    /// The names of all kinds.
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A space that a command is about.
struct SpaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The space of the persons, as 'headshot space list' names it. Default: the command line's own.",
            "name"))
    var space: Space?

    static let nameHelp = ArgumentHelp(
        "1 to 32 lower-case letters, digits and hyphens, a letter first.", "name")
}

/// The person of the photos.
struct PersonOptions: ParsableArguments {
    @OptionGroup var space: SpaceOptions

    @Option(
        name: .customLong("person"),
        help: ArgumentHelp(
            "Who the photos are of. An id, because it appears in logs and file names. Default: your login name.",
            "id"),
        completion: .people)
    var typedPerson: String?

    @Flag(help: "Take each photo's file name, without its extension, as the person's id.")
    var personFromFileName = false

    func validate() throws {
        if typedPerson != nil, personFromFileName {
            throw UsageError("Give --person or --person-from-file-name, not both.")
        }
        if let typedPerson { _ = try Person(typed: typedPerson) }
    }

    /// The person of a photo; `nil` if the file name is not a valid id.
    ///
    /// - Throws: ``UserMessage/userWithoutName`` if it is the user of this process, and the machine knows no name of
    ///   that user.
    func person(ofPhoto path: String, loginName: String) throws(UserMessage) -> Person? {
        let space = space.space ?? .commandLine
        if personFromFileName {
            // An id is text; bytes that are not may be anyone's.
            guard !path.utf8.contains(0) else { return nil }
            return Person(
                named: URL(filePath: path).deletingPathExtension().lastPathComponent, in: space)
        }
        guard let person = Person(named: typedPerson ?? loginName, in: space) else {
            throw .userWithoutName
        }
        return person
    }
}

/// Limits an answer to one space, or to one person.
struct PersonFilter: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only this space; with --person, the person's space. Default: all; with --person, the command line's own.",
            "name"))
    var space: Space?

    @Option(
        name: .customLong("person"), help: ArgumentHelp("Only this person.", "id"),
        completion: .people)
    var typed: String?

    var person: Person? { typed.flatMap { Person(named: $0, in: space ?? .commandLine) } }

    func validate() throws {
        if let typed { _ = try Person(typed: typed) }
    }
}
