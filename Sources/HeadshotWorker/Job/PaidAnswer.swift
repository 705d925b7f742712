import Foundation
import Generation
import JobQueue

/// A paid answer: its bytes are kept before anything is settled, whatever they are.
struct PaidAnswer: Sendable {
    let entry: Spool.Entry
    /// The settlement if it is not a headshot; `nil` for a picture, which is checked first.
    let settlement: Settlement?
}

extension PaidAnswer {
    /// An answer with the wanted content.
    init(_ made: Made, _ charge: Charge) {
        var header = Spool.Header(
            job: charge.job, charge: charge.id, receipt: made.receipt,
            cost: AnswerVerdict.paid(charge, made.receipt).cost)
        switch made {
        case .picture(let picture):
            header.text = picture.text
            // Whether a picture is a headshot, and which of several, shows only once it is decoded.
            header.mimeType = picture.body == nil ? picture.mimeType : nil
            header.isWhole = picture.body == nil ? nil : true
            self.init(
                entry: Spool.Entry(header: header, body: picture.body ?? picture.data),
                settlement: nil)
        case .words(let words):
            header.mimeType = "application/json"
            self.init(entry: Spool.Entry(header: header, body: words.json), settlement: nil)
        }
    }

    /// An answer that is not a headshot; `nil` if it was not paid for.
    init?(_ answer: Answer, _ settlement: Settlement, _ charge: Charge) {
        guard let paid = answer.paidBody, case .failed(let reason, let detail) = settlement.job
        else { return nil }
        let header = Spool.Header(
            job: charge.job, charge: charge.id, receipt: paid.receipt,
            cost: settlement.charge?.cost,
            failure: Spool.Failure(reason: reason, detail: detail))
        self.init(entry: Spool.Entry(header: header, body: paid.bytes), settlement: settlement)
    }

    /// An answer that an earlier worker kept.
    init(kept entry: Spool.Entry) {
        let end = ChargeEnd(
            id: entry.header.charge, state: .paid, cost: entry.header.cost,
            receipt: entry.header.receipt?.json)
        let settlement = entry.header.failure.map { failure in
            Settlement(
                job: .failed(reason: failure.reason, detail: failure.detail), charge: end)
        }
        self.init(entry: entry, settlement: settlement)
    }
}

extension Answer {
    /// The body of a paid answer that is not a headshot.
    fileprivate var paidBody: PaidBody? {
        switch self {
        case .nothing(let none): none.paid
        case .unreadable(let unreadable): unreadable.paid
        case .halt(let halt): halt.paid
        case .made, .foreign, .invalidRequest, .refused, .intercepted, .cooldown, .serverError,
            .notSent, .outcomeUnknown:
            nil
        }
    }

    /// The body of an answer that may have been charged; it is kept for the person who decides.
    var bodyOfUnknownOutcome: PaidBody? {
        switch self {
        case .foreign(_, let body): body
        case .outcomeUnknown(_, let body): body
        case .made, .nothing, .unreadable, .invalidRequest, .refused, .halt, .intercepted,
            .cooldown, .serverError, .notSent:
            nil
        }
    }
}
