import FaceFacts
package import Foundation
package import Ground
package import HeadshotWorker
package import JobQueue
import PromptFactory
import Validation

extension Job {
    /// The job's state, as it was read from the queue, in one or two sentences.
    ///
    /// An unknown code was written by a newer program, and is shown unchanged.
    ///
    /// A text that a model writes is not called a headshot, and needs no photo.
    ///
    /// - Parameters:
    ///   - gate: The provider's gate, which says until when the job waits for it.
    ///   - progress: What its worker reports; `nil` if it reports nothing.
    ///   - isSpentInAll: Whether it is the budget in all of its space that the job waits for, which no other day refills.
    ///   - timeZone: Where clocks are read; `nil` for a person, who is shown how long it takes.
    package func sentence(
        gate: Gate? = nil, progress: JobProgress? = nil, isSpentInAll: Bool = false, now: Date,
        timeZone: TimeZone? = TimeWords.zone
    ) -> String {
        switch state {
        case .waiting where kind == .headshot ? headshotOrder == nil : !isUnderstood:
            "It was written by a newer version of headshot, and waits for a worker of that version."
        case .waiting where waitReason == .budget && isSpentInAll:
            timeZone == nil
                ? "The budget is spent. It waits until the budget is raised."
                : "The space's budget in all is spent. Waits until it is raised."
        case .waiting: waitingSentence(gate, now: now, timeZone: timeZone)
        case .running:
            runningSentence(isReady: progress?.isReady == true, isForOperator: timeZone != nil)
        case .succeeded: succeededSentence(isForOperator: timeZone != nil)
        case .rejected: rejectedSentence
        case .failed:
            FailureReason(rawValue: reason)?.sentence(
                detail: detail, ofText: isText, isForOperator: timeZone != nil)
                ?? "It failed: \(reason.printable)"
        case .cancelled:
            CancellationReason(rawValue: reason)?.sentence ?? "Cancelled: \(reason.printable)"
        case .uncertain:
            UncertaintyReason(rawValue: reason)?.sentence(ofText: isText)
                ?? "It may have been charged: \(reason.printable)"
        }
    }

    /// Whether a model writes it.
    private var isText: Bool { WordsKind(rawValue: kind.rawValue) != nil }

    private func waitingSentence(_ gate: Gate?, now: Date, timeZone: TimeZone?) -> String {
        let wait = TimeWords.wait(due, now: now, for: timeZone)
        // It would be next, but for the gate.
        let isStopped = gate.map { $0.isHalted || $0.opens > now } ?? false
        return switch waitReason {
        case .new where isStopped, .retry where isStopped && due <= now,
            .refused where isStopped, .interrupted where isStopped && due <= now,
            .scheduled where isStopped && due <= now:
            gate?.isHalted == true
                ? Self.haltedSentence(gate, now: now, timeZone: timeZone)
                : Self.cooldownSentence(gate, now: now, timeZone: timeZone)
        case .new: "Waits for a worker."
        case .scheduled where due > now: "\(wait), as asked for."
        case .scheduled: "Waits for a worker; its time has come."
        case .cooldown: Self.cooldownSentence(gate, now: now, timeZone: timeZone)
        case .dailyCap where kind == .headshot: "All headshots of the day are used. \(wait)."
        case .dailyCap: "All of this kind for the day are used. \(wait)."
        case .budget: "The budget is spent. \(wait)."
        case .storage: "The storage of the app is full. It waits until there is room."
        case .providerHalted: Self.haltedSentence(gate, now: now, timeZone: timeZone)
        case .retry where due > now: "\(wait), to be tried again."
        case .retry: "Waits to be tried again."
        case .interrupted where due > now:
            "It was interrupted before anything was sent. \(wait), behind the others."
        case .refused:
            "The provider refused it and did not say why. It is tried once more, behind the others."
        case .interrupted: "Its worker ended before anything was sent; it is taken again."
        case .photo: isText ? "Waits for the camera's frame." : "Waits for its photo to be stored."
        case .answered: "The answer is here and paid; a worker has to save it."
        case nil: "Waits: \(reason.printable)"
        }
    }

    /// A person learns that it passes; the operator also learns the reason.
    private static func haltedSentence(
        _ gate: Gate?, now: Date, timeZone: TimeZone?
    ) -> String {
        guard let timeZone else { return "Service temporarily unavailable." }
        let words = gate.flatMap { GateWords($0, now: now, timeZone: timeZone) }
        return "\(words?.headline ?? "The provider is halted.") See 'headshot gate'."
    }

    /// A person learns that it passes; the operator also learns the reason.
    private static func cooldownSentence(
        _ gate: Gate?, now: Date, timeZone: TimeZone?
    ) -> String {
        guard let gate, !gate.isHalted, gate.opens > now else {
            return "Waits for the provider; nothing was paid."
        }
        let wait = TimeWords.wait(gate.opens, now: now, for: timeZone)
        if let timeZone, let words = GateWords(gate, now: now, timeZone: timeZone) {
            return "\(words.headline) \(wait)."
        }
        return switch GateReason(rawValue: gate.reason) {
        case .quotaPerMinute, .quotaPerDay, .tooManyRequests, .quotaIsZero:
            "Too many requests. Please wait and try again. \(wait)."
        case .keyInvalid, .unauthenticated, .permissionDenied, .failedPrecondition,
            .locationNotSupported, .modelNotFound, .noModelOffered, .priceAboveQuote,
            .modelUnsuitable, .requestNotUnderstood, .accountLimited, .outOfCredit, .notTheService,
            .unexpectedStatus, .proxyRefused, .certificateNotTrusted, .certificateOutOfDate,
            .unusableSetting, .serverErrors, .unreachable, .unknownOutcomes, .noAnswers, .refusals,
            nil:
            "Service temporarily unavailable. \(wait)."
        }
    }

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

    private func succeededSentence(isForOperator: Bool) -> String {
        if isText { return "The text is ready." }
        guard kind == .analysis else {
            return ["The headshot is ready.", isForOperator ? softening : nil].compactMap(\.self)
                .joined(separator: " ")
        }
        guard let score = analysisOutcome?.score else {
            return "The analysis is ready: there is no face to give a score."
        }
        return "The analysis is ready: \(score) of 10."
    }

    /// The operator also learns what the request may cost.
    private func runningSentence(isReady: Bool, isForOperator: Bool) -> String {
        let inFlight = isForOperator ? quote?.price : nil
        let sentence =
            switch phase {
            case .preparing where isReady: "It is ready, and waits for a slot."
            case .preparing where isText: "The request is made ready."
            case .preparing: "The photo is looked at and made ready."
            case .uploading, .processing:
                inFlight.map {
                    "The provider was asked; no answer yet, and about \(MoneyWords.dollars($0)) in flight."
                } ?? "The provider was asked; no answer yet."
            case .saving: "The answer is here and is saved."
            case nil: "A worker is at it."
            }
        return isCancelRequested ? "\(sentence) It is to be cancelled." : sentence
    }

    /// The sentence of the finding that refused the photo, or the requirement of its rule.
    private var rejectedSentence: String {
        let refusals = photoFindings.filter { $0.severity == .refusal }
        if !refusals.isEmpty {
            return refusals.map(\.sentence.printable).joined(separator: " ")
        }
        if isText { return "It was refused: \(reason.printable)" }
        return PictureRule(rawValue: reason)?.requirement
            ?? "The photo was refused: \(reason.printable)"
    }
}

/// One job in a list.
package struct JobSummary: Encodable, Sendable {
    package let job: Job
    package let sentence: String
    /// The style of a headshot.
    package let style: String?
    /// The wanted backdrop; `nil` if a model makes the headshot.
    package let backdrop: Backdrop?
    /// The backdrop that was made; `nil` before the job's end, and if a model makes the headshot.
    package let madeBackdrop: Backdrop?
    /// `nil` for a job that does not wait.
    package let due: Date?
    /// Where the result is; its name alone, if no place of results was given.
    package let result: String?

    package init(
        _ job: Job, gate: Gate? = nil, progress: JobProgress? = nil, isSpentInAll: Bool = false,
        results: String? = nil, now: Date, timeZone: TimeZone? = TimeWords.zone
    ) {
        let order = job.headshotOrder
        self.job = job
        sentence = job.sentence(
            gate: gate, progress: progress, isSpentInAll: isSpentInAll, now: now, timeZone: timeZone
        )
        style = order?.style.name
        backdrop = job.backdrop(of: order)
        madeBackdrop = job.madeBackdrop
        due = job.state == .waiting ? job.due : nil
        result = job.result(in: results)
    }

    package func encode(to encoder: any Encoder) throws {
        try encodeForApps(to: encoder)
        try encoder.encode([
            "space": job.person.space.named, "backdrop": backdrop, "madeBackdrop": madeBackdrop,
            "result": result,
        ])
    }

    /// Encodes what apps see, too.
    func encodeForApps(to encoder: any Encoder) throws {
        try encoder.encode([
            "id": job.id.description, "state": job.state, "reason": job.reason,
            "sentence": sentence, "person": job.person.rawValue, "photo": job.inputName ?? "",
            "kind": job.kind.rawValue, "style": style, "score": job.analysisOutcome?.score,
            "provider": job.provider, "submitted": job.created, "due": due,
            "started": job.started, "ended": job.ended,
        ])
    }
}

extension Job {
    /// Where its result is in a place of results; its name alone, if no place is given.
    ///
    /// - Returns: `nil` if no file of the job can have the stored name.
    package func result(in place: String?) -> String? {
        guard let name = result, SavedResult.isName(name, of: id) else { return nil }
        return place.map { "\($0)/\(name)" } ?? name
    }
}

extension Space {
    /// The name as it is shown; `nil` for the command line's own space, which is not mentioned.
    package var named: String? { self == .commandLine ? nil : rawValue }
}
