import Companion
import Foundation
import Hummingbird
import JobQueue
import Setup

/// The route that takes RevenueCat's events.
///
/// Its token opens nothing else. Events that came before change nothing, nor do those that are older than what is known,
/// and those of other types.
extension Handlers {
    func addPurchases(to routes: Routes) {
        routes.add(.post, "/v1/webhooks/revenuecat/{space}", .store, take)
    }

    private func take(
        _ request: Request, _ context: ServerContext, _ caller: Caller
    ) async throws -> Response {
        let space = caller.space
        guard context.parameters.get("space") == space.rawValue else { throw Refusal.notFound }
        let message = try await RequestBytes.decode(
            RevenueCatMessage.self, from: request, mayHaveMore: true)
        let counts = !message.event.isSandbox || caller.settings.plans.sandboxPurchases
        try await session.store.take(
            message.event.storeEvent(in: space, counts: counts), for: space)
        return Response(status: .ok)
    }
}

/// What RevenueCat sends.
///
/// See https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields.
struct RevenueCatMessage: Decodable, Sendable {
    let event: Event

    struct Event: Decodable, Sendable {
        let id: String
        let type: String
        let eventTimestampMs: Moment
        let appUserId: String?
        let originalAppUserId: String?
        let aliases: [String]?
        let periodType: ShortText?
        let expirationAtMs: Moment?
        let gracePeriodExpirationAtMs: Moment?
        let productId: ShortText?
        let store: ShortText?
        let originalTransactionId: ShortText?
        let environment: ShortText?
        let cancelReason: ShortText?
        let price: Double?
        let transferredFrom: [String]?
        let transferredTo: [String]?
        let entitlementIds: Change<[ShortText]>
    }

    /// A text, as far as it is kept.
    struct ShortText: Decodable, Sendable {
        let text: String

        init(from decoder: any Decoder) throws {
            let whole = try decoder.singleValueContainer().decode(String.self)
            text = String(whole.prefix(200))
        }
    }

    /// Milliseconds since 1970, in the years that a calendar has.
    struct Moment: Decodable, Sendable {
        let date: Date

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let milliseconds = try container.decode(Double.self)
            // From 1970 to the end of the year 9999.
            guard (0...253_402_300_799_999).contains(milliseconds) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "not a time in milliseconds since 1970")
            }
            date = Date(timeIntervalSince1970: milliseconds / 1000)
        }
    }
}

extension RevenueCatMessage.Event {
    /// Whether it is about a purchase in a store's test environment.
    var isSandbox: Bool { environment?.text == "SANDBOX" }

    /// The event, as the queue takes it.
    ///
    /// - Parameter counts: Whether it changes anything.
    func storeEvent(in space: Space, counts: Bool) -> StoreEvent {
        let isTransfer = type == "TRANSFER"
        let ids =
            isTransfer
            ? transferredTo ?? []
            : [appUserId, originalAppUserId].compactMap(\.self) + (aliases ?? [])
        let takesNames = counts && type != "TEST"
        return StoreEvent(
            id: id, moment: eventTimestampMs.date,
            names: takesNames ? Self.names(ids, in: space) : [],
            change: !counts
                ? .none
                : isTransfer
                    ? .takes(from: Self.names(transferredFrom ?? [], in: space)) : change)
    }

    private static func names(_ ids: [String], in space: Space) -> [StoreName] {
        ids.compactMap { id in
            (try? Person(requested: id, in: space)).map(StoreName.init)
                ?? StoreName(anonymous: id)
        }
    }

    private var change: StoreEvent.Change {
        let isFreeze = productId?.text.contains("streak_freeze") == true
        let isSingle = type == "NON_RENEWING_PURCHASE"
        if isFreeze { return isSingle ? .givesFreeze : .none }
        let transaction = originalTransactionId?.text ?? ""
        let entitlements = (entitlementIds.value ?? []).prefix(50).map(\.text)
        let purchase = Purchase(
            transaction: transaction.isEmpty ? nil : transaction, store: store?.text,
            product: productId?.text, entitlements: entitlementIds.isNamed ? entitlements : nil,
            isSingle: isSingle, isTrial: periodType?.text == "TRIAL")
        let expiry = expirationAtMs.map { StoreEvent.Term.Expiry.at($0.date) }
        switch type {
        case "INITIAL_PURCHASE", "RENEWAL", "NON_RENEWING_PURCHASE":
            return .runs(purchase, .init(expiry ?? .never))
        case "UNCANCELLATION", "PRODUCT_CHANGE", "SUBSCRIPTION_EXTENDED", "REFUND_REVERSED":
            return .runs(purchase, .init(expiry ?? .unchanged))
        case "TEMPORARY_ENTITLEMENT_GRANT":
            // The store does not answer, and RevenueCat lets the customer in for a day.
            return .runs(purchase, .init(expiry ?? .at(eventTimestampMs.date + 86_400)))
        case "BILLING_ISSUE":
            return .runs(
                purchase,
                .init(
                    expiry ?? .unchanged, graceUntil: gracePeriodExpirationAtMs?.date,
                    revives: false))
        case "CANCELLATION"
        where cancelReason?.text == "CUSTOMER_SUPPORT" || price.map { $0 < 0 } == true:
            return .ends(purchase)
        case "EXPIRATION": return .ends(purchase)
        // After another cancellation the purchase goes on to its end, and a pause begins with an expiration.
        default: return .none
        }
    }
}
