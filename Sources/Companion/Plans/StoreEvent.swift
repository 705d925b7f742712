public import Foundation

/// An event of a store about a customer's purchases.
public struct StoreEvent: Sendable, Equatable {
    /// The store's own id for it.
    public let id: String
    /// When it happened.
    public let moment: Date
    /// The store's names of the customer whom it is about, the most important one first.
    public let names: [StoreName]
    /// What changes.
    public let change: Change

    /// What an event changes.
    public enum Change: Sendable, Equatable {
        /// Nothing but the names of the customer.
        case none
        /// A purchase begins or goes on.
        case runs(Purchase, Term)
        /// A purchase is refunded, or over.
        case ends(Purchase)
        /// The customer gets a freeze for a streak.
        case givesFreeze
        /// The purchases of other customers are this customer's now.
        case takes(from: [StoreName])
    }

    /// How long a purchase lasts.
    public struct Term: Sendable, Equatable {
        /// The end of what is paid.
        public var expiry: Expiry
        /// Until when the store tries to take a payment that failed.
        public var graceUntil: Date?
        /// Whether a purchase that has ended begins again.
        public var revives: Bool

        /// The end of what is paid.
        public enum Expiry: Sendable, Equatable {
            case at(Date)
            case never
            /// The event does not say.
            case unchanged
        }

        /// Describes a term.
        public init(_ expiry: Expiry, graceUntil: Date? = nil, revives: Bool = true) {
            self.expiry = expiry
            self.graceUntil = graceUntil
            self.revives = revives
        }
    }

    /// Describes an event.
    public init(id: String, moment: Date, names: [StoreName], change: Change) {
        self.id = id
        self.moment = moment
        self.names = names
        self.change = change
    }
}

/// A name by which a store knows a customer.
public struct StoreName: Sendable, Hashable {
    /// The name; a person's as the space spells it.
    public let text: String
    /// Whether it is the id of a person, not one that the store made up.
    public let isPerson: Bool
    /// Whether it is only the hash of a name, as those of persons who have left are kept.
    let isHash: Bool

    /// Takes the id of a person.
    public init(_ person: Person) {
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
    public init?(anonymous text: String) {
        guard (1...Self.longest).contains(text.unicodeScalars.count) else { return nil }
        self.text = text
        isPerson = false
        isHash = false
    }

    /// In characters, as the table allows.
    private static let longest = 256
}

/// A purchase, as far as the store has said.
public struct PurchaseRecord: Sendable, Equatable {
    /// The name of the store.
    public let store: String?
    /// The product.
    public let product: String?
    /// The plan that it gives until it ends.
    public let entitlement: Entitlement
    /// The time of the newest event about it.
    public let said: Date
}

/// What a store's customer bought.
public struct Purchase: Sendable, Equatable {
    /// The store's id of the first transaction, which stays the same for a subscription; `nil` if the store names none.
    public var transaction: String?
    /// The name of the store.
    public var store: String?
    /// The product.
    public var product: String?
    /// The entitlements that the product gives; `nil` if the store says nothing of them.
    public var entitlements: [String]?
    /// Whether it is bought once, and not a subscription.
    public var isSingle: Bool
    /// Whether nothing is paid yet.
    public var isTrial: Bool

    /// Describes a purchase.
    public init(
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
