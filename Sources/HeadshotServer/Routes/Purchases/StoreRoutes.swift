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
        let counts = message.event.counts(by: caller.settings.plans, in: space)
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
    /// Whether it changes anything: a purchase in a store's test environment does only where the plans say so.
    fileprivate func counts(by plans: PlanTable, in space: Space) -> Bool {
        guard environment?.text == "SANDBOX", !plans.sandboxPurchases else { return true }
        let named = Set(Self.names(plans.testPeople, in: space))
        return !named.isDisjoint(with: Self.names(ids, in: space))
    }

    /// The ids of the customer who has the purchases from now on.
    private var ids: [String] {
        type == "TRANSFER"
            ? transferredTo ?? []
            : [appUserId, originalAppUserId].compactMap(\.self) + (aliases ?? [])
    }

    /// The event, as the queue takes it.
    ///
    /// - Parameter counts: Whether it changes anything.
    func storeEvent(in space: Space, counts: Bool) -> StoreEvent {
        let isTransfer = type == "TRANSFER"
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

    private var isRefund: Bool {
        type == "CANCELLATION"
            && (cancelReason?.text == "CUSTOMER_SUPPORT" || price.map { $0 < 0 } == true)
    }

    private var change: StoreEvent.Change {
        let isFreeze = productId?.text.contains("streak_freeze") == true
        let isSingle = type == "NON_RENEWING_PURCHASE"
        let transaction = originalTransactionId.flatMap { $0.text.isEmpty ? nil : $0.text }
        if isFreeze {
            if isSingle || type == "REFUND_REVERSED" {
                return .givesFreeze(transaction: transaction)
            }
            return isRefund ? .takesFreeze(transaction: transaction) : .none
        }
        let entitlements = (entitlementIds.value ?? []).prefix(50).map(\.text)
        let purchase = Purchase(
            transaction: transaction, store: store?.text,
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
            let end = expirationAtMs?.date ?? eventTimestampMs.date + 86_400
            return .runs(purchase, .init(.at(end), graceUntil: end))
        case "BILLING_ISSUE":
            return .runs(
                purchase,
                .init(
                    expiry ?? .unchanged, graceUntil: gracePeriodExpirationAtMs?.date,
                    revives: false))
        case "CANCELLATION" where isRefund: return .ends(purchase)
        case "EXPIRATION": return .ends(purchase)
        // After another cancellation the purchase goes on to its end, and a pause begins with an expiration.
        default: return .none
        }
    }
}
