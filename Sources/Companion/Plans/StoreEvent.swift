package import Foundation
package import JobQueue

/// An event of a store about a customer's purchases.
package struct StoreEvent: Sendable, Equatable {
    /// The store's own id for it.
    package let id: String
    package let moment: Date
    /// The store's names of the customer whom it is about, the most important one first.
    package let names: [StoreName]
    package let change: Change

    package enum Change: Sendable, Equatable {
        /// Nothing but the names of the customer.
        case none
        /// A purchase begins or goes on.
        case runs(Purchase, Term)
        /// A purchase is refunded, or over.
        case ends(Purchase)
        /// The customer bought a freeze for a streak; by the store's id of the transaction, if it names one.
        case givesFreeze(transaction: String? = nil)
        /// The purchase of a freeze is refunded.
        case takesFreeze(transaction: String? = nil)
        /// The purchases of other customers are this customer's now.
        case takes(from: [StoreName])
    }

    package struct Term: Sendable, Equatable {
        /// The end of what is paid.
        package var expiry: Expiry
        /// Until when the store tries to take a payment that failed.
        package var graceUntil: Date?
        /// Whether a purchase that has ended begins again.
        package var revives: Bool

        /// The end of what is paid.
        package enum Expiry: Sendable, Equatable {
            case at(Date)
            case never
            /// The event does not say.
            case unchanged
        }

        package init(_ expiry: Expiry, graceUntil: Date? = nil, revives: Bool = true) {
            self.expiry = expiry
            self.graceUntil = graceUntil
            self.revives = revives
        }
    }

    package init(id: String, moment: Date, names: [StoreName], change: Change) {
        self.id = id
        self.moment = moment
        self.names = names
        self.change = change
    }
}

/// A name by which a store knows a customer.
package struct StoreName: Sendable, Hashable {
    /// The name; a person's as the space spells it.
    package let text: String
    /// Whether it is the id of a person, not one that the store made up.
    package let isPerson: Bool
    /// Whether it is only the hash of a name, as those of persons who have left are kept.
    let isHash: Bool

    /// Takes the id of a person.
    package init(_ person: Person) {
        text = person.rawValue
        isPerson = true
        isHash = false
    }

    /// Takes the hash of any name.
    init(hash: String) {
        text = hash
        isPerson = false
        isHash = true
    }

    /// Takes an id that is not a person's; `nil` for one that is too long to be kept.
    package init?(anonymous text: String) {
        guard (1...Self.longest).contains(text.unicodeScalars.count) else { return nil }
        self.text = text
        isPerson = false
        isHash = false
    }

    /// In characters, as the table allows.
    private static let longest = 256
}

/// A purchase, as far as the store has said.
package struct PurchaseRecord: Sendable, Equatable {
    package let store: String?
    package let product: String?
    /// The plan that it gives until it ends.
    package let entitlement: Entitlement
    /// The time of the newest event about it.
    package let said: Date
}

package struct Purchase: Sendable, Equatable {
    /// The store's id of the first transaction, which stays the same for a subscription; `nil` if the store names none.
    package var transaction: String?
    package var store: String?
    package var product: String?
    /// The entitlements that the product gives; `nil` if the store says nothing of them.
    package var entitlements: [String]?
    /// Whether it is bought once, and not a subscription.
    package var isSingle: Bool
    /// Whether nothing is paid yet.
    package var isTrial: Bool

    package init(
        transaction: String? = nil, store: String? = nil, product: String? = nil,
        entitlements: [String]? = nil, isSingle: Bool = false, isTrial: Bool = false
    ) {
        self.transaction = transaction
        self.store = store
        self.product = product
        self.entitlements = entitlements
        self.isSingle = isSingle
        self.isTrial = isTrial
    }
}

extension PlanTable {
    /// The plan that a purchase gives.
    ///
    /// Without products and entitlements in the table, each purchase gives `pro`, except one without entitlements that is
    /// bought once, such as coins. With them, what neither names gives nothing.
    func plan(of purchase: Purchase) -> Plan {
        let plan: Plan
        if products.isEmpty, entitlements.isEmpty {
            let isConsumable = purchase.isSingle && purchase.entitlements?.isEmpty == true
            plan = isConsumable ? .free : .pro
        } else if let named = purchase.product.flatMap({ products[$0] ?? products[$0.base] }) {
            plan = named
        } else {
            plan =
                (purchase.entitlements ?? []).compactMap { entitlements[$0] }
                .max { $0.rank < $1.rank } ?? .free
        }
        return purchase.isTrial && plan == .pro ? .trial : plan
    }
}

extension String {
    /// A product's id without the base plan that Google's store adds after a colon.
    fileprivate var base: String { String(prefix { $0 != ":" }) }
}
