import Ground

/// What a person pays an app for; the raw value is stable and stored.
public enum Plan: String, Sendable, CaseIterable, Codable {
    /// Nothing.
    case free
    /// Nothing yet.
    case trial
    /// A subscription.
    case pro

    /// The order from the least to the most.
    package var rank: Int {
        switch self {
        case .free: 0
        case .trial: 1
        case .pro: 2
        }
    }
}

/// What the persons of a plan get.
public struct PlanRules: Sendable, Equatable, Codable {
    /// Whether they may have photos scanned.
    public var scans = true
    /// Whether they may have one photo scanned without `scans`; little of it is shown.
    public var firstScan = false
    /// The hours between two scans; `nil` for any number of scans.
    public var hoursBetweenScans: Int?
    /// Whether a scan's answer says what is weak in the photo, and how each part was rated.
    public var weaknesses = true
    /// Whether they get a profile, tips and matches; the quiz and its preview are for all.
    public var coaching = true
    /// The most answers of a model a day, by the kind of words; a kind that is not named has as many as is usual.
    public var words: [String: Int] = [:]

    /// All that there is.
    public static let all = PlanRules()

    /// Creates rules that limit nothing.
    public init() {}

    /// Reads rules; what they do not name is not limited, and numbers are clamped.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func given(_ key: CodingKeys) throws -> Bool {
            try members.decodeIfPresent(Bool.self, forKey: key) ?? true
        }
        scans = try given(.scans)
        firstScan = try members.decodeIfPresent(Bool.self, forKey: .firstScan) ?? false
        hoursBetweenScans = try members.decodeIfPresent(Int.self, forKey: .hoursBetweenScans)?
            .clamped(to: Int.ordinary)
        weaknesses = try given(.weaknesses)
        coaching = try given(.coaching)
        words = (try members.decodeIfPresent([String: Int].self, forKey: .words) ?? [:])
            .mapValues { $0.clamped(to: Int.ordinary) }
    }
}

/// What the plans of a space give.
public struct PlanTable: Sendable, Equatable, Codable {
    /// Of those who pay nothing.
    public var free = PlanRules.all
    /// Of those who try.
    public var trial = PlanRules.all
    /// Of those who pay.
    public var pro = PlanRules.all
    /// Whether purchases in a store's test environment count.
    public var sandboxPurchases = false
    /// The persons whose purchases in a store's test environment count in any case, such as the account of an app's review.
    public var testPeople: [String] = []
    /// The plans that a store's products give; a product that is not named gives what its entitlements do.
    public var products: [String: Plan] = [:]
    /// The plans that a store's entitlements give.
    public var entitlements: [String: Plan] = [:]

    /// Gives all plans all that there is.
    public init() {}

    /// Reads a table; a plan that it does not name has all that there is.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func rules(_ key: CodingKeys) throws -> PlanRules {
            try members.decodeIfPresent(PlanRules.self, forKey: key) ?? .all
        }
        free = try rules(.free)
        trial = try rules(.trial)
        pro = try rules(.pro)
        sandboxPurchases =
            try members.decodeIfPresent(Bool.self, forKey: .sandboxPurchases) ?? false
        testPeople = try members.decodeIfPresent([String].self, forKey: .testPeople) ?? []
        products = try members.decodeIfPresent([String: Plan].self, forKey: .products) ?? [:]
        entitlements =
            try members.decodeIfPresent([String: Plan].self, forKey: .entitlements) ?? [:]
    }

    /// What every plan gives; `nil` if they differ.
    public var common: PlanRules? { free == trial && free == pro ? free : nil }

    /// What a plan gives.
    public subscript(_ plan: Plan) -> PlanRules {
        switch plan {
        case .free: free
        case .trial: trial
        case .pro: pro
        }
    }
}
