import Answers
import ArgumentParser
import HeadshotWorker
import JobQueue
import Setup

/// `headshot space add`: makes a space and its first token.
struct SpaceAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a space for an app or a team, and print its first token.",
        discussion: HelpText.ending(
            [
                "headshot space add shop --budget 5",
                "headshot space add team-photos --provider local --json",
                "headshot space add glow --kind app --budget 2",
                "headshot space add shop --webhook https://shop.example.com/hooks/headshot",
            ], [.done, .usage, .disk, .configuration]))

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @Option(help: "Who makes its headshots, unless an order says otherwise.")
    var provider = ProviderKind.gemini

    @OptionGroup var limits: SpaceLimitOptions
    @OptionGroup var webhook: WebhookOptions
    @OptionGroup var token: TokenOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            var settings = SpaceSettings(provider: provider.rawValue)
            limits.change(&settings)
            let now = session.configuration.environment.now
            guard try await session.store.add(name, settings, now: now) else {
                throw CommandError.spaceExists(name)
            }
            var secret: WebhookSecret?
            if let url = webhook.webhook { secret = try await session.setWebhook(url, of: name) }
            let answer = try await token.make(for: name, in: session, secret: secret)
            note("\(name): its headshots are made by \(provider.rawValue).")
            try answer.tell(asJSON: output.json)
        }
    }
}

/// `headshot space set`: changes a space.
struct SpaceSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a space: who makes the headshots of later orders, and its limits.",
        discussion: """
            What no option names stays as it is.

            \(HelpText.ending(
                [
                    "headshot space set shop --provider local", "headshot space set shop --budget 7.50",
                    "headshot space set shop --no-budget",
                    "headshot space set shop --webhook https://shop.example.com/hooks/headshot",
                ], [.done, .usage, .disk, .configuration]))
            """)

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @Option(help: "Who makes its headshots, unless an order says otherwise.")
    var provider: ProviderKind?

    @OptionGroup var limits: SpaceLimitOptions

    @Flag(help: "Let a day cost any sum, within the budget for all.")
    var noBudget = false

    @OptionGroup var webhook: WebhookOptions

    @Flag(help: "Tell nothing more of jobs that end; what was still to be told is given up.")
    var noWebhook = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func validate() throws {
        if provider == nil, !noBudget, limits.isEmpty, webhook.webhook == nil, !noWebhook {
            throw ValidationError("Name what to change, such as --budget 5.")
        }
        if noBudget, limits.budget != nil {
            throw ValidationError("Give --budget or --no-budget, not both.")
        }
        if noWebhook, webhook.webhook != nil {
            throw ValidationError("Give --webhook or --no-webhook, not both.")
        }
    }

    func run() async throws {
        try await Session.run(home) { session in
            var settings = try await session.record(of: name).settings
            if let provider { settings.provider = provider.rawValue }
            if noBudget { settings.budget = nil }
            limits.change(&settings)
            let now = session.configuration.environment.now
            _ = try await session.store.set(settings, of: name, now: now)
            var secret: WebhookSecret?
            if noWebhook || webhook.webhook != nil {
                secret = try await session.setWebhook(webhook.webhook, of: name)
            }
            try Output.print(
                SpaceAnswer(
                    try await session.record(of: name),
                    webhook: try await session.webhook(of: name), secret: secret),
                asJSON: output.json)
        }
    }
}

/// Where a space is told of jobs that end.
struct WebhookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where 'headshot serve' tells of each job that ends; https, or http on this machine.",
            discussion: "The first time, its secret is printed.", valueName: "url"))
    var webhook: WebhookURL?
}

/// The limits of a space.
struct SpaceLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most that its headshots may cost a day, in US dollars.",
            discussion: "Default: no limit but the one for all.", valueName: "dollars"))
    var budget: Dollars?

    @Option(
        help: ArgumentHelp(
            "The most persons a day that were never seen before.",
            discussion: "Default: \(SpaceSettings.usualNewPersons).", valueName: "number"))
    var newPersons: Int?

    var isEmpty: Bool { budget == nil && newPersons == nil }

    func validate() throws {
        if let newPersons, newPersons < 0 {
            throw ValidationError("--new-persons must be 0 or more.")
        }
    }

    /// Changes what the options name.
    func change(_ settings: inout SpaceSettings) {
        if let budget { settings.budget = budget.microUSD }
        if let newPersons { settings.newPersons = newPersons }
    }
}
