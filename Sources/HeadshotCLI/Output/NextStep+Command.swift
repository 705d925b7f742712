import Answers
import Generation
import HeadshotWorker
import JobQueue

/// What to type next: the command line's words for every step.
extension NextStep {
    var commandWords: String? {
        switch self {
        case .fetch(let job): "'headshot result \(job)' says where it lies."
        case .work: "'headshot worker' or 'headshot drain' takes it."
        case .startWorker: "start 'headshot worker' or 'headshot drain'."
        case .retry(let job, let retry): retry.words(of: job)
        case .submit(canForce: false): "'headshot submit' takes another photo."
        case .submit(canForce: true):
            "'headshot submit' takes another photo, or with --force this one."
        case .resolve(let job, isPaid: true):
            """
            It was charged: 'headshot resolve \(job) --paid' ends it.
            'headshot retry \(job) --accept-possible-charge' asks again, and is paid again.
            """
        case .resolve(let job, isPaid: false):
            """
            If the provider's bill tells: 'headshot resolve \(job) --paid' or '--not-paid'.
            If not: 'headshot retry \(job) --accept-possible-charge' asks again, and may be paid twice.
            """
        case .show: "'headshot show ID' says what to do."
        case .seeGate: "'headshot gate' says why."
        case .seeHalt: "'headshot gate' says why, and what to set."
        case .fixCause(let reason): reason.remedy
        case .payOrCancel(let model):
            """
            To pay that, name the model: \(Self.setting(of: model)). Or cancel the jobs that wait, \
            and submit them again.
            """
        case .clearGate: "Then run 'headshot gate clear'."
        case .setKey(of: .openai): "OPENAI_API_KEY"
        case .setKey: "GEMINI_API_KEY, or --api-key-file"
        case .useAnotherKey: "use another --key"
        case .checkMachine: "'headshot doctor' checks this machine."
        case .getModels: "'headshot doctor' says how to get them."
        }
    }

    /// What to set to name a model.
    private static func setting(of model: String) -> String {
        ModelFacts.facts(for: model).provider == ProviderName.openai
            ? "set HEADSHOT_OPENAI_MODEL to \(model.printable)"
            : "--model \(model.printable), or HEADSHOT_MODEL"
    }
}

extension NextStep.Retry {
    fileprivate func words(of job: JobID) -> String {
        switch self {
        case .paidAgain: "'headshot retry \(job)' asks once more, and is paid once more."
        case .asksAgain: "Nothing was paid; 'headshot retry \(job)' asks again."
        case .afterRepair: "Repair the file or its permissions; 'headshot retry \(job)' goes on."
        case .afterFreeingNames:
            "Free its names in the results folder; 'headshot retry \(job)' saves a paid answer without another request."
        case .inNamedStyle: "'headshot retry \(job) --angle front --background professional'"
        case .byModel: "'headshot retry \(job) --by gemini' has a model make it, and is paid."
        }
    }
}

extension GateReason {
    /// What the user must change; `nil` if it passes without help.
    var remedy: String? {
        switch self {
        case .keyInvalid, .unauthenticated:
            "Set GEMINI_API_KEY, or --api-key-file, to a key that works; for openai, OPENAI_API_KEY."
        case .permissionDenied:
            "Allow the key to use the Generative Language API (for openai, its models), or set another key."
        case .failedPrecondition: "Enable billing for the key's project."
        case .modelUnsuitable:
            "Set --model or HEADSHOT_MODEL (for openai, HEADSHOT_OPENAI_MODEL) to a model that makes pictures."
        case .requestNotUnderstood:
            "Look for a newer headshot; check --base-url, GOOGLE_GEMINI_BASE_URL and OPENAI_BASE_URL."
        case .modelNotFound, .noModelOffered:
            "Set --model or HEADSHOT_MODEL (for openai, HEADSHOT_OPENAI_MODEL) to a model that the key can use."
        case .priceAboveQuote:
            """
            To pay its price, name it with --model or HEADSHOT_MODEL (for openai, HEADSHOT_OPENAI_MODEL); or cancel \
            the jobs and submit them again.
            """
        case .accountLimited: "Read what the provider wrote to the account's owner."
        case .quotaIsZero:
            "Enable billing for the key's project, or set --model to another model."
        case .outOfCredit: "Add credit, or raise the spending cap, in the provider's billing."
        case .notTheService, .unexpectedStatus:
            "Check --base-url, GOOGLE_GEMINI_BASE_URL and OPENAI_BASE_URL, and the proxy or firewall in between."
        case .proxyRefused: "Check https_proxy with its user and password, and no_proxy."
        case .certificateNotTrusted:
            "Check --base-url and the machine's clock; a proxy's certificate has to be installed."
        case .unusableSetting: "Check --base-url and https_proxy."
        case .unreachable: "Check the network and the proxy if this goes on."
        case .unknownOutcomes:
            "Then one request is tried; 'headshot list --state uncertain' shows those jobs."
        case .noAnswers:
            "Check --base-url, and the proxy or login page in between; what came is in 'answers'."
        case .refusals: "Check --base-url and --model; the detail has the provider's words."
        case .quotaPerMinute, .quotaPerDay, .tooManyRequests, .serverErrors: nil
        }
    }
}
