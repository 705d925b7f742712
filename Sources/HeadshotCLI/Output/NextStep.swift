import Answers
import FaceFacts
import Generation
import HeadshotWorker
import JobQueue

extension Job {
    /// What to do next; `nil` if there is nothing to do.
    ///
    /// - Parameter charges: The job's charges, which may prove that it was paid.
    func nextStep(_ charges: [Charge]) -> String? {
        switch state {
        case .waiting where kind == .headshot ? headshotOrder == nil : !isUnderstood: nil
        case .waiting:
            switch waitReason {
            case .new: "'headshot worker' or 'headshot drain' takes it."
            case .cooldown: NextStep.seeGate
            case .providerHalted: "'headshot gate' says why, and what to set."
            case .storage:
                "'headshot space set \(person.space) --limit storage-mb=…' gives the space more room."
            case .scheduled, .dailyCap, .budget, .retry, .refused, .interrupted, .photo, .answered,
                nil:
                nil
            }
        case .running, .cancelled: nil
        case .succeeded: "'headshot result \(id)' says where it lies."
        case .rejected: stepOfRejected
        case .failed: FailureReason(rawValue: reason)?.nextStep(for: id)
        case .uncertain: NextStep.resolve(id, isPaid: charges.contains { $0.state == .paid })
        }
    }

    /// A photo that was refused only for its face can be forced; a model can turn a head, and makes its own background.
    private var stepOfRejected: String {
        guard kind == .headshot else { return NextStep.submit }
        if LocalRule(rawValue: reason) != nil || HeadshotRule(rawValue: reason) != nil {
            return "'headshot retry \(id) --by gemini' has a model make it, and is paid."
        }
        guard FaceRules.named(reason) != nil, headshotOrder?.isForced != true else {
            return NextStep.submit
        }
        return "'headshot submit' takes another photo, or with --force this one."
    }
}

extension FailureReason {
    fileprivate func nextStep(for job: JobID) -> String? {
        switch self {
        case .blockedPrompt, .blockedPicture, .noImage, .textOnly, .emptyAnswer, .unreadableAnswer,
            .answerLost, .resolvedPaid:
            "'headshot retry \(job)' asks once more, and is paid once more."
        case .photoUnreadable:
            "Repair the file or its permissions; 'headshot retry \(job)' goes on."
        case .accountLimited: NextStep.seeGate
        case .serverError, .refused: "Nothing was paid; 'headshot retry \(job)' asks again."
        case .invalidRequest, .photoMissing: NextStep.submit
        case .resultUnwritable:
            "Free its names in the results folder; 'headshot retry \(job)' saves a paid answer without another request."
        case .preparationFailed: "'headshot doctor' checks this machine."
        case .replaced, .outcomeUnknown, .refusedWords: nil
        }
    }
}

/// Steps that several things lead to.
enum NextStep {
    static let submit = "'headshot submit' takes another photo."
    static let seeGate = "'headshot gate' says why."

    /// Says whether a request of unknown outcome was charged, or takes the risk of a second charge.
    static func resolve(_ job: JobID, isPaid: Bool) -> String {
        isPaid
            ? """
            It was charged: 'headshot resolve \(job) --paid' ends it.
            'headshot retry \(job) --accept-possible-charge' asks again, and is paid again.
            """
            : """
            If the provider's bill shows it: 'headshot resolve \(job) --paid' or '--not-paid'.
            If not: 'headshot retry \(job) --accept-possible-charge' asks again, and may be paid twice.
            """
    }

    /// The same, if a picture came with a request of unknown outcome and was kept.
    static func resolveKept(_ job: JobID) -> String {
        """
        A picture came, though under a status of failure: 'headshot resolve \(job) --paid' saves it.
        If the provider's bill says that it was not charged, '--not-paid' asks again.
        """
    }
}

extension GateWords {
    /// What is wrong, and what to do.
    var line: String { "\(headline) \(advice)" }

    var advice: String {
        let kind = ProviderKind(rawValue: WordsLane.parts(of: provider).provider) ?? .gemini
        let remedy = reason?.remedy(for: kind)
        guard wait == nil else { return [wait, remedy].compactMap(\.self).joined(separator: " ") }
        let cure = rise.map {
            """
            To pay that, name the model: \(Self.setting(of: $0.model)). Or cancel the jobs that wait, \
            and submit them again.
            """
        }
        return [cure ?? remedy, "Then run 'headshot gate clear'."].compactMap(\.self).joined(
            separator: " ")
    }

    /// What to set to name a model.
    private static func setting(of model: String) -> String {
        ModelFacts.facts(for: model).provider == ProviderName.openai
            ? "set HEADSHOT_OPENAI_MODEL to \(model.printable)"
            : "--model \(model.printable), or HEADSHOT_MODEL"
    }
}

extension GateReason {
    /// What the user must change or can check; `nil` if there is nothing to do.
    func remedy(for provider: ProviderKind) -> String? {
        let settings = ProviderSettings(of: provider)
        return switch self {
        case .keyInvalid, .unauthenticated: "Set \(settings.key) to a key that works."
        case .permissionDenied:
            """
            \(settings.permission) If the key may make pictures but not list models, name one: \(settings.model).
            """
        case .failedPrecondition: "Check billing and settings of the account: \(settings.console)."
        case .locationNotSupported:
            """
            Run headshot, or its proxy, in a country that the provider serves (\(settings.countries)); or use another \
            provider.
            """
        case .modelUnsuitable: "Set \(settings.model) to a model that makes pictures."
        case .requestNotUnderstood: "Look for a newer headshot; check \(settings.address)."
        case .modelNotFound, .noModelOffered:
            "Set \(settings.model) to a model that the key can use."
        case .priceAboveQuote:
            """
            To pay its price, name it with \(settings.model); or cancel the jobs and submit them again.
            """
        case .accountLimited: "Read what the provider wrote to the account's owner."
        case .quotaIsZero:
            "Raise the account's tier or its limits (\(settings.console)), or set \(settings.model) to another model."
        case .outOfCredit: "Add credit, or raise the spending cap: \(settings.console)."
        case .notTheService:
            """
            It is tried again, free. If a network wants a login, sign in; else check \(settings.address), and the proxy \
            or firewall in between. If a gateway has no list of models, name one: \(settings.model). \
            'headshot gate clear' tries at once.
            """
        case .unexpectedStatus:
            """
            Check \(settings.address), and the proxy or firewall in between. If a gateway has no list of models, name \
            one: \(settings.model).
            """
        case .proxyRefused: "Check https_proxy with its user and password, and no_proxy."
        case .certificateNotTrusted:
            """
            It is tried again, free. If a network wants a login, sign in; else install the proxy's certificate, or check \
            \(settings.address). 'headshot gate clear' tries at once.
            """
        case .certificateOutOfDate:
            """
            It is tried again, free. Check this machine's clock ('timedatectl set-ntp true'); if it is right, the \
            certificate must be renewed.
            """
        case .unusableSetting: "Check \(settings.address) and https_proxy."
        case .unreachable: "Check the network and the proxy if this goes on."
        case .unknownOutcomes:
            "Then one request is tried; 'headshot list --state uncertain' shows those jobs."
        case .noAnswers:
            "Check \(settings.address), and the proxy or login page in between; what came is in 'answers'."
        case .refusals:
            "Check \(settings.address) and \(settings.model); the detail has the provider's words."
        case .quotaPerMinute, .quotaPerDay, .tooManyRequests, .serverErrors: nil
        }
    }
}

/// Where a provider's settings are.
struct ProviderSettings {
    /// Where the key is set.
    let key: String
    /// Where the model is named.
    let model: String
    /// Where the service's address is set.
    let address: String
    /// What makes a key that exists allowed to ask.
    let permission: String
    /// Where the account's owner manages billing and limits.
    let console: String
    /// Where the provider lists its countries.
    let countries: String

    init(of provider: ProviderKind) {
        switch provider {
        case .openai:
            key = "OPENAI_API_KEY"
            model = "HEADSHOT_OPENAI_MODEL"
            address = "--base-url and OPENAI_BASE_URL"
            permission =
                "Verify the organization, or allow the key's project to use the model, in OpenAI's settings."
            console = "platform.openai.com/settings"
            countries = "platform.openai.com/docs/supported-countries"
        case .gemini, .local:
            key = "GEMINI_API_KEY, or --api-key-file,"
            model = "--model or HEADSHOT_MODEL"
            address = "--base-url and GOOGLE_GEMINI_BASE_URL"
            permission = "Allow the key to use the Generative Language API, or set another key."
            console = "aistudio.google.com"
            countries = "ai.google.dev/gemini-api/docs/available-regions"
        }
    }
}
