import FaceFacts
package import Foundation
package import Ground
package import HeadshotWorker
package import JobQueue
import PromptFactory
import Validation

/// A job's state in words, and the next step.
package struct JobWords: Equatable, Sendable {
    /// One or two sentences.
    package let sentence: String
    /// The next step, if there is one.
    package let nextStep: NextStep?

    /// Words a job as it was read from the queue.
    ///
    /// An unknown code was written by a newer program, and is shown unchanged.
    ///
    /// - Parameters:
    ///   - charges: The job's charges, which may prove that it was paid.
    ///   - gate: The provider's gate, which says until when a job waits for it.
    package init(
        _ job: Job, _ charges: [Charge] = [], gate: Gate? = nil, now: Date,
        timeZone: TimeZone = TimeWords.zone
    ) {
        self.init(job, job.headshotOrder, charges, gate: gate, now: now, timeZone: timeZone)
    }

    /// Words a job whose order was read.
    init(
        _ job: Job, _ order: HeadshotOrder?, _ charges: [Charge] = [], gate: Gate?, now: Date,
        timeZone: TimeZone
    ) {
        switch job.state {
        case .waiting where job.kind == .headshot ? order == nil : !job.isUnderstood:
            self.init(
                "It was written by a newer version of headshot, and waits for a worker of that version."
            )
        case .waiting:
            self.init(waiting: job, gate: gate, now: now, timeZone: timeZone)
        case .running:
            self.init(job.runningSentence)
        case .succeeded:
            self.init(job.succeededSentence, .fetch(job.id))
        case .rejected:
            self.init(job.rejectedSentence, job.nextStep(rejected: order))
        case .failed:
            self.init(failed: job)
        case .cancelled:
            self.init(
                CancellationReason(rawValue: job.reason)?.sentence
                    ?? "Taken back: \(job.reason.printable)")
        case .uncertain:
            self.init(
                UncertaintyReason(rawValue: job.reason)?.sentence
                    ?? "It may have been charged: \(job.reason.printable)",
                .resolve(job.id, isPaid: charges.contains { $0.state == .paid }))
        }
    }

    private init(_ sentence: String, _ nextStep: NextStep? = nil) {
        self.sentence = sentence
        self.nextStep = nextStep
    }

    private init(failed job: Job) {
        if let reason = FailureReason(rawValue: job.reason) {
            self.init(
                reason.sentence(detail: job.detail), reason.nextStep(for: job.id))
        } else {
            self.init("It failed: \(job.reason.printable)")
        }
    }

    private init(waiting job: Job, gate: Gate?, now: Date, timeZone: TimeZone) {
        let until = TimeWords.until(job.due, now: now, in: timeZone)
        switch job.waitReason {
        case .new:
            self.init("Waits for a worker.", .work)
        case .scheduled where job.due > now: self.init("Waits \(until), as asked for.")
        case .scheduled: self.init("Waits for a worker; its time has come.")
        case .cooldown:
            self.init(
                Self.cooldownSentence(gate, now: now, timeZone: timeZone), .seeGate)
        case .dailyCap: self.init("All headshots of the day are used. Waits \(until).")
        case .budget: self.init("The day's money is spent. Waits \(until).")
        case .providerHalted:
            self.init("Service temporarily unavailable.", .seeHalt)
        case .retry where job.due > now: self.init("Waits \(until), to be tried again.")
        case .retry: self.init("Waits to be tried again.")
        case .interrupted where job.due > now:
            self.init(
                "It was interrupted before anything was sent. Waits \(until), behind the others.")
        case .refused:
            self.init(
                "The provider refused it and did not say why. It is tried once more, behind the others."
            )
        case .interrupted:
            self.init("Its worker ended before anything was sent; it is taken again.")
        case .photo: self.init("Waits for its photo to be stored.")
        case .answered: self.init("The answer is here and paid; a worker has to save it.")
        case nil: self.init("Waits: \(job.reason.printable)")
        }
    }

    private static func cooldownSentence(_ gate: Gate?, now: Date, timeZone: TimeZone) -> String {
        guard let gate, !gate.isHalted, gate.opens > now else {
            return "Waits for the provider; nothing was paid."
        }
        let until = TimeWords.until(gate.opens, now: now, in: timeZone)
        return switch GateReason(rawValue: gate.reason) {
        case .quotaPerMinute, .quotaPerDay, .tooManyRequests, .quotaIsZero:
            "Too many requests. Please wait and try again. Waits \(until)."
        case .keyInvalid, .unauthenticated, .permissionDenied, .failedPrecondition,
            .locationNotSupported, .modelNotFound, .noModelOffered, .priceAboveQuote,
            .modelUnsuitable,
            .requestNotUnderstood, .accountLimited, .outOfCredit, .notTheService,
            .unexpectedStatus, .proxyRefused, .certificateNotTrusted, .certificateOutOfDate,
            .unusableSetting,
            .serverErrors, .unreachable, .unknownOutcomes, .noAnswers, .refusals, nil:
            "Service temporarily unavailable. Waits \(until)."
        }
    }
}

extension Job {
    /// The order of a headshot; `nil` for other work, and for an order that this program cannot read.
    package var headshotOrder: HeadshotOrder? {
        kind == .headshot ? HeadshotOrder(payload: payload) : nil
    }

    /// The order's style, as in file names; `nil` for an order that this program cannot read.
    package var styleName: String? { headshotOrder?.style.name }

    /// The name of the work for people: a headshot's style, or the kind.
    package var workName: String {
        kind == .headshot ? styleName ?? "an unknown style" : kind.rawValue.printable
    }

    /// The wanted backdrop of a headshot that is made here; `nil` if a model makes it.
    package var wantedBackdrop: Backdrop? { backdrop(of: headshotOrder) }

    func backdrop(of order: HeadshotOrder?) -> Backdrop? {
        provider == ProviderKind.local.rawValue ? order?.wantedBackdrop : nil
    }

    fileprivate var succeededSentence: String {
        guard kind == .analysis else { return "The headshot is ready." }
        guard let score = analysisOutcome?.score else {
            return "The analysis is ready: there is no face to give a score."
        }
        return "The analysis is ready: \(score) of 10."
    }

    fileprivate var runningSentence: String {
        let sentence =
            switch phase {
            case .preparing: "The photo is looked at and made ready."
            case .uploading, .processing: "The provider was asked; no answer yet."
            case .saving: "The answer is here and is saved."
            case nil: "A worker is at it."
            }
        return isCancelRequested ? "\(sentence) It is to be cancelled." : sentence
    }

    /// The sentence of the finding that refused the photo, or the requirement of its rule.
    fileprivate var rejectedSentence: String {
        let refusals = photoFindings.filter { $0.severity == .refusal }
        if !refusals.isEmpty {
            return refusals.map(\.sentence.printable).joined(separator: " ")
        }
        return PictureRule(rawValue: reason)?.requirement
            ?? "The photo was refused: \(reason.printable)"
    }

    /// A photo that was refused only for its face can be forced, and a model can turn a head.
    fileprivate func nextStep(rejected order: HeadshotOrder?) -> NextStep {
        guard kind == .headshot else { return .submit(canForce: false) }
        if LocalRule(rawValue: reason) != nil { return .retry(id, .byModel) }
        let isForced = order?.isForced ?? false
        return .submit(canForce: FaceRules.named(reason) != nil && !isForced)
    }
}
