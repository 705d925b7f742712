package import Foundation
import Generation
package import JobQueue

/// One charge, in an answer.
package struct ChargeReport: Encodable {
    package let charge: Charge
    private let receipt: Receipt?

    package init(_ charge: Charge) {
        self.charge = charge
        receipt = charge.receipt.flatMap {
            try? JSONDecoder().decode(Receipt.self, from: Data($0.utf8))
        }
    }

    /// The provider's ids of the answer and the request, by which its support finds them.
    package var ids: [String] { [receipt?.responseID, receipt?.requestID].compactMap(\.self) }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "id": charge.id, "state": charge.state.rawValue, "provider": charge.provider,
            "model": charge.model, "modelAnswered": receipt?.modelAnswered,
            "responseID": receipt?.responseID, "requestID": receipt?.requestID,
            "day": charge.day, "estimateMicroUSD": charge.estimate, "costMicroUSD": charge.cost,
            "requested": charge.started, "settled": charge.settled,
        ])
    }

    package func line(in timeZone: TimeZone) -> String {
        let moment = TimeWords.full(charge.started, in: timeZone)
        return
            "\(MoneyWords.price(of: charge)), \(charge.state.rawValue), \(charge.model), \(moment)"
    }
}
