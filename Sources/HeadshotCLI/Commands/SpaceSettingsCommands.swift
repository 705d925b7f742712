import Answers
import ArgumentParser
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Setup

/// `headshot space add`: makes a space and its first token.
struct SpaceAddCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "add", "Add a space for an app or a team, and print its first token.",
        examples: [
            "headshot space add shop --budget 5",
            "headshot space add team-photos --provider local --json",
            "headshot space add glow --preset glowup --kind app --budget 2",
            "headshot space add shop --webhook https://shop.example.com/hooks/headshot",
            "headshot space add shop --keep-jobs 90d --keep-photos 7d --keep-headshots 1y",
        ], exits: [.disk, .away, .configuration])

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @Option(help: "Who makes its headshots, unless an order says otherwise.")
    var provider = ProviderKind.gemini

    @Option(
        help: ArgumentHelp(
            "The sort of app whose settings it begins with.",
            discussion: "Default: none; headshots and scans, in every plan."))
    var preset: SpacePreset?

    @OptionGroup var settings: SpaceSettingsOptions
    @OptionGroup var keeping: KeepingOptions
    @OptionGroup var webhook: WebhookOptions
    @OptionGroup var token: TokenOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        var wanted = SpaceSettings(provider: provider.rawValue)
        preset?.apply(to: &wanted)
        wanted.keeping[.photos] = Keeping.usualPhotos
        try settings.changes()(&wanted)
        keeping.changes(&wanted)
        let ownWords = try settings.words.map(WordsFile.usable)
        let new = token.make(for: name, in: session)
        let added = try await session.create(
            name, wanted, words: ownWords, webhook: webhook.webhook, token: new)
        guard let added else {
            throw UserMessage(
                .usage, "space_exists", "There is a space '\(name)' already.",
                "'headshot space set \(name)' changes it.")
        }
        note("\(name): its headshots are made by \(provider.rawValue).")
        note(KeepingOptions.words(of: added.record.settings))
        if provider != .local, !added.record.settings.asksBeforeModels {
            note(
                """
                What its persons write and show goes to the model without a question; with '--ask-before-models' it waits \
                until they agree.
                """)
        }
        try TokenAnswer(space: name, new: new, secret: added.secret)
            .write(of: added.record.settings, asJSON: output.json)
    }
}

/// `headshot space set`: changes a space.
struct SpaceSetCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "set", "Change a space: who makes the headshots of later orders, and its limits.",
        """
        What no option names stays as it is.
        """,
        examples: [
            "headshot space set shop --provider local", "headshot space set shop --budget 7.50",
            "headshot space set shop --no-budget", "headshot space set shop --total-budget 200",
            "headshot space set shop --photos discard", "headshot space set shop --shrink-photos",
            "headshot space set shop --plans plans.json",
            "headshot space set shop --webhook https://shop.example.com/hooks/headshot",
        ], exits: [.disk, .away, .configuration])

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @Option(help: "Who makes its headshots, unless an order says otherwise.")
    var provider: ProviderKind?

    @OptionGroup var settings: SpaceSettingsOptions
    @OptionGroup var keeping: KeepingOptions

    @Flag(help: "Let a day cost any sum, within the budget for all.")
    var noBudget = false

    @Flag(help: "Let all days together cost any sum.")
    var noTotalBudget = false

    @Flag(help: "Use the texts of its preset again.")
    var noWords = false

    @OptionGroup var webhook: WebhookOptions

    @Flag(help: "Report no more jobs that end; deliveries that are still to be sent are dropped.")
    var noWebhook = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        if provider == nil, !noBudget, !noTotalBudget, settings.isEmpty, keeping.isEmpty,
            webhook.webhook == nil, !noWebhook, !noWords
        {
            throw UsageError("Name what to change, such as --budget 5.")
        }
        let pairs = [
            ("budget", noBudget && settings.budget != nil),
            ("total-budget", noTotalBudget && settings.totalBudget != nil),
            ("words", noWords && settings.words != nil),
            ("webhook", noWebhook && webhook.webhook != nil),
        ]
        for (name, areBoth) in pairs where areBoth {
            throw UsageError("Give --\(name) or --no-\(name), not both.")
        }
    }

    func run(in session: Session) async throws {
        let changes = try settings.changes()
        let keeping = keeping.changes
        let ownWords = try settings.words.map(WordsFile.usable)
        let changed = try await session.change(
            name, words: noWords ? .set(nil) : ownWords.map { .set($0) } ?? .keep,
            webhook: noWebhook ? .set(nil) : webhook.webhook.map { .set($0) } ?? .keep
        ) { [provider, noBudget, noTotalBudget, keeping] settings in
            if let provider { settings.provider = provider.rawValue }
            if noBudget { settings.budget = nil }
            if noTotalBudget { settings.totalBudget = nil }
            changes(&settings)
            keeping(&settings)
        }
        guard let changed else { throw UserMessage.noSuchSpace(name) }
        try Output.print(
            SpaceAnswer(
                record: changed.record, webhook: try await session.webhook(of: name),
                moneyLeft: try await session.store.moneyLeft(of: name), secret: changed.secret),
            asJSON: output.json)
    }
}

/// Where the ends of a space's jobs are reported.
struct WebhookOptions: ParsableArguments {
    // As text: the parser repeats a value that its type refuses, and this one may have a password.
    @Option(
        name: .customLong("webhook"),
        help: ArgumentHelp(
            "Where 'headshot serve' reports each job that ends; https, or http on this machine.",
            discussion: "The first time, its secret is printed.", valueName: "url"))
    var address: String?

    var webhook: WebhookURL? { address.flatMap(WebhookURL.init) }

    func validate() throws {
        guard address == nil || webhook != nil else {
            throw UsageError(
                """
                The value of --webhook is not an address that can be used: it is https, or http on this machine, without a \
                user, a password or a fragment.
                """)
        }
    }
}

/// What a space offers, and its limits.
struct SpaceSettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most that its headshots may cost a day, in US dollars.", "dollars",
            default: "no limit but the one for all"))
    var budget: Dollars?

    @Option(
        help: ArgumentHelp(
            "The most that its headshots and texts may ever cost together, in US dollars.",
            "dollars", default: "no limit"))
    var totalBudget: Dollars?

    @Option(
        help: ArgumentHelp(
            "The most persons a day that were never seen before.", "number",
            default: "\(SpaceSettings.usualNewPersons)"))
    var newPersons: Int?

    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "A limit of what is free, of a person a day or of the space; may be repeated.",
            "name=number", default: "\(LimitOption.names)"))
    var limits: [LimitOption] = []

    @Option(
        name: .customLong("feature"),
        help: """
            What its persons can use over HTTP; may be repeated. Default: what the preset says, else headshots and \
            scans.
            """)
    var features: [SpaceSettings.Feature] = []

    @Option(
        help: """
            Whether photos stay, or go as soon as no open job needs them. Default: keep.
            """)
    var photos: PhotoRule?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Whether photos of more than 4096 pixels a side or 7 MB are made smaller here, up to 100 megapixels and 100 MB, \
            or refused. Default: refused.
            """)
    var shrinkPhotos: Bool?

    @Option(
        help: ArgumentHelp(
            "A file with what each plan gives, as 'space show --json' has it under 'plans'.",
            "file"), completion: .file())
    var plans: String?

    @Option(
        help: ArgumentHelp(
            "A file with the texts and pools of the space, as 'space words' prints them.", "file",
            default: "those of its preset"),
        completion: .file(extensions: ["json"]))
    var words: String?

    @Option(
        help: ArgumentHelp(
            "Where its persons are unless they say so, as 'Europe/Berlin'.", "zone",
            default: "the machine's time zone"),
        completion: .custom { _, _, _ in TimeZone.knownTimeZoneIdentifiers })
    var timeZone: TimeZone?

    @Option(
        help: """
            How long a streak lasts: 24 hours (window), or until the end of the next day (calendar). Default: \
            calendar, with the preset 'routine' window.
            """)
    var streak: StreakRule?

    @Option(
        help: """
            Whether a scan's score is shown as it is, or varies by up to 0.2 each time, which the answer says. \
            Default: steady.
            """)
    var scores: ScoreRule?

    @Option(
        help: ArgumentHelp(
            """
            Who writes to moments that are hard, unclear or a recovery: a model, as to wins (models), or this machine \
            alone (local). Words that may speak of danger go to no model. Default: local.
            """, valueName: "who"))
    var hardMoments: SpaceSettings.HardMoments?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Whether nothing of a person goes to a model before the person agrees ('allows_models'). Default: no.
            """)
    var askBeforeModels: Bool?

    var isEmpty: Bool {
        budget == nil && totalBudget == nil && newPersons == nil && limits.isEmpty
            && features.isEmpty && photos == nil && plans == nil && words == nil && timeZone == nil
            && streak == nil && scores == nil
            && hardMoments == nil && askBeforeModels == nil && shrinkPhotos == nil
    }

    func validate() throws {
        if let newPersons, newPersons < 0 { throw UsageError("--new-persons must be 0 or more.") }
    }

    /// Reads what the options name, as a change.
    func changes() throws -> @Sendable (inout SpaceSettings) -> Void {
        let table = try plans.map(Self.table)
        return {
            [
                budget, totalBudget, newPersons, limits, features, photos, timeZone, streak,
                scores, hardMoments, askBeforeModels, shrinkPhotos
            ] settings in
            if let budget { settings.budget = budget.microUSD }
            if let totalBudget { settings.totalBudget = totalBudget.microUSD }
            if let newPersons { settings.newPersons = newPersons }
            for limit in limits { settings.limits[limit.name] = limit.value }
            if !features.isEmpty { settings.features = Set(features) }
            if let shrinkPhotos { settings.shrinksPhotos = shrinkPhotos }
            if let photos { settings.keepsPhotos = photos == .keep }
            if let table { settings.plans = table }
            if let timeZone { settings.timeZone = timeZone.identifier }
            if let streak { settings.streak = streak }
            if let scores { settings.variesScores = scores == .varied }
            if let hardMoments { settings.hardMoments = hardMoments }
            if let askBeforeModels { settings.asksBeforeModels = askBeforeModels }
        }
    }

    private static func table(_ path: String) throws -> PlanTable {
        guard let bytes = FileManager.default.contents(atPath: path),
            let table = PlanTable(file: bytes)
        else {
            throw UserMessage(
                .configuration, "unreadable_plans", "Not a valid plans file: \(path.printable)",
                """
                'headshot space show NAME --json' has such an object under 'plans'; docs/http.md names its members.
                """)
        }
        return table
    }
}

/// Whether a score is shown as it is.
enum ScoreRule: String, ExpressibleByArgument, CaseIterable {
    case steady, varied
}

/// What becomes of photos.
enum PhotoRule: String, ExpressibleByArgument, CaseIterable {
    case keep, discard
}

/// A limit of a space with its value, as `uploads=50`.
struct LimitOption: ExpressibleByArgument {
    let name: SpaceLimits.Name
    let value: Int

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = SpaceLimits.Name(rawValue: String(parts[0])),
            let value = Int(digits: parts[1], in: 0...Self.most)
        else { return nil }
        self.name = name
        self.value = value
    }

    /// Of a value: a terabyte of photos, in megabytes, and more of everything else than a day has.
    private static let most = 1_000_000

    static let names = SpaceLimits.Name.allCases.map { "\($0.rawValue)=\($0.standard)" }
        .joined(separator: ", ")

    static let allValueStrings = SpaceLimits.Name.allCases.map { "\($0.rawValue)=" }
}
