import Companion
import Foundation
import JobQueue

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
        /// The first id that the customer had.
        let originalAppUserId: String?
        /// All ids of the customer.
        let aliases: [String]?
        let periodType: String?
        let expirationAtMs: Moment?
        let gracePeriodExpirationAtMs: Moment?
        let productId: String?
        let store: String?
        let originalTransactionId: String?
        let environment: String?
        let cancelReason: String?
        let price: Double?
        let transferredFrom: [String]?
        let transferredTo: [String]?
        /// `nil` if the event has no such member; no ids if it is `null`.
        let entitlementIds: [String]?
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
    private enum CodingKeys: CodingKey {
        case id, type, eventTimestampMs, appUserId, originalAppUserId, aliases, periodType,
            expirationAtMs, gracePeriodExpirationAtMs, productId, store, originalTransactionId,
            environment, cancelReason, price, transferredFrom, transferredTo, entitlementIds
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            try members.decodeIfPresent(String.self, forKey: key).map { String($0.prefix(200)) }
        }
        func texts(_ key: CodingKeys) throws -> [String]? {
            try members.decodeIfPresent([String].self, forKey: key)
        }
        func moment(_ key: CodingKeys) throws -> RevenueCatMessage.Moment? {
            try members.decodeIfPresent(RevenueCatMessage.Moment.self, forKey: key)
        }
        id = try members.decode(String.self, forKey: .id)
        type = try members.decode(String.self, forKey: .type)
        eventTimestampMs = try members.decode(
            RevenueCatMessage.Moment.self, forKey: .eventTimestampMs)
        appUserId = try members.decodeIfPresent(String.self, forKey: .appUserId)
        originalAppUserId = try members.decodeIfPresent(String.self, forKey: .originalAppUserId)
        aliases = try texts(.aliases)
        periodType = try text(.periodType)
        expirationAtMs = try moment(.expirationAtMs)
        gracePeriodExpirationAtMs = try moment(.gracePeriodExpirationAtMs)
        productId = try text(.productId)
        store = try text(.store)
        originalTransactionId = try text(.originalTransactionId)
        environment = try text(.environment)
        cancelReason = try text(.cancelReason)
        price = try members.decodeIfPresent(Double.self, forKey: .price)
        transferredFrom = try texts(.transferredFrom)
        transferredTo = try texts(.transferredTo)
        entitlementIds =
            members.contains(.entitlementIds)
            ? try (texts(.entitlementIds) ?? []).prefix(50).map { String($0.prefix(200)) } : nil
    }

    /// Whether it is about a purchase in a store's test environment.
    var isSandbox: Bool { environment == "SANDBOX" }

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
        let isFreeze = productId?.contains("streak_freeze") == true
        let isSingle = type == "NON_RENEWING_PURCHASE"
        if isFreeze { return isSingle ? .givesFreeze : .none }
        let purchase = Purchase(
            transaction: originalTransactionId.flatMap { $0.isEmpty ? nil : $0 }, store: store,
            product: productId, entitlements: entitlementIds, isSingle: isSingle,
            isTrial: periodType == "TRIAL")
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
        where cancelReason == "CUSTOMER_SUPPORT" || price.map { $0 < 0 } == true:
            return .ends(purchase)
        case "EXPIRATION": return .ends(purchase)
        // After another cancellation the purchase goes on to its end, and a pause begins with an expiration.
        default: return .none
        }
    }
}
