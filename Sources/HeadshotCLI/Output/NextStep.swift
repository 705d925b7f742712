import Answers
import FaceFacts
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
        case .failed: FailureReason(rawValue: reason)?.nextStep(for: id, price: quote?.price)
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
    /// - Parameter price: The price of the job by its quote, in millionths of a US dollar.
    fileprivate func nextStep(for job: JobID, price: Int?) -> String? {
        switch self {
        case .blockedPrompt, .blockedPicture, .noImage, .textOnly, .emptyAnswer, .unreadableAnswer,
            .answerLost, .resolvedPaid:
            "'headshot retry \(job)' asks once more, and is paid once more\(price.map { ": about \(MoneyWords.dollars($0))" } ?? "")."
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
}
