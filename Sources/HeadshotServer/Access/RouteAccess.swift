import Hummingbird
import JobQueue

/// What a route requires of a request, and what its handler may do.
///
/// ``Routes`` enforces it before the handler runs, which gets what was found: `Given`.
struct RouteAccess<Given: Sendable>: Sendable {
    let rules: AccessRules
    /// Finds the caller of a request, and takes the slot that it holds until its response is sent; throws unless the request
    /// meets the rules.
    let authorize: @Sendable (AccessControl, Request, ServerContext) async throws -> Admitted

    typealias Admitted = (given: Given, slot: FairSlot?)

    private init(
        _ rules: AccessRules,
        _ given: @escaping @Sendable (Caller) throws -> Given
    ) {
        self.rules = rules
        authorize = { control, request, context in
            let caller = try await control.caller(of: request, context, meeting: rules)
            return (try given(caller), try control.slot(for: caller.person, in: caller.space))
        }
    }

    /// An access of pages, which find their visitor by a cookie.
    init(
        _ rules: AccessRules,
        authorize:
            @escaping @Sendable (AccessControl, Request, ServerContext) async throws ->
            Admitted
    ) {
        self.rules = rules
        self.authorize = authorize
    }

    /// An access that no request fails to meet.
    private init(_ rules: AccessRules, always given: Given) {
        self.rules = rules
        authorize = { _, _, _ in (given, nil) }
    }
}

struct AccessRules: Sendable, Equatable {
    /// Who may hold the token; empty for a route that takes no token.
    var holders: Set<Access.Holder> = [.server, .app]
    /// What a request to a page shows instead of a token; `nil` for every other route.
    var cookie: SiteCookie?
    /// The scope that the token needs; `nil` if any scope is enough.
    var scope: Access.Scope?
    var subject: Subject
    var effect: Effect
    var feature: SpaceSettings.Feature?
    var plan: PlanBenefit?
    /// Whether the handler may order a model's text; it does so only for tokens with the scope `submit`.
    var asksModel = false

    /// Whom or what a route is about.
    enum Subject: String, Sendable {
        /// The person whom the request must name.
        case person
        /// The jobs of the person whom the request names; without one, those of the space, which needs the scope `read`.
        case jobs
        case space
        /// Neither a person nor a space.
        case server
    }

    /// What a route does to the queue.
    enum Effect: String, Sendable {
        case reads
        /// Changes or removes what is there.
        case changes
        /// Adds something of a person's, who is admitted to the space first.
        case creates
    }

    /// What a plan can have; ``PlanRules`` says which plans do.
    enum PlanBenefit: String, Sendable {
        case coaching

        func isPart(of rules: PlanRules) -> Bool {
            switch self {
            case .coaching: rules.coaching
            }
        }
    }
}

extension RouteAccess where Given == PersonCaller {
    /// A route about one person: to read needs any scope, to write needs `submit`.
    static func person(
        _ effect: AccessRules.Effect, feature: SpaceSettings.Feature? = nil,
        plan: AccessRules.PlanBenefit? = nil, asksModel: Bool = false
    ) -> Self {
        Self(
            AccessRules(
                scope: effect == .reads ? nil : .submit, subject: .person, effect: effect,
                feature: feature, plan: plan, asksModel: asksModel),
            PersonCaller.init)
    }
}

extension RouteAccess where Given == JobsCaller {
    /// A route about the jobs that the caller may see: to read needs any scope, to write needs `submit`.
    ///
    /// - Parameter scope: The scope that it needs instead.
    static func jobs(_ effect: AccessRules.Effect, scope: Access.Scope? = nil) -> Self {
        Self(
            AccessRules(
                scope: scope ?? (effect == .reads ? nil : .submit), subject: .jobs, effect: effect),
            JobsCaller.init)
    }
}

extension RouteAccess where Given == Caller {
    /// A route about a space and all its persons: to read needs `read`, to write needs `operate`.
    ///
    /// - Parameter scope: The scope that it needs instead.
    static func space(
        _ effect: AccessRules.Effect, scope: Access.Scope? = nil,
        feature: SpaceSettings.Feature? = nil
    ) -> Self {
        Self(
            AccessRules(
                scope: scope ?? (effect == .reads ? .read : .operate), subject: .space,
                effect: effect, feature: feature)
        ) { $0 }
    }

    /// A route that reads what a space offers to each of its persons; any scope is enough.
    static func offer(feature: SpaceSettings.Feature? = nil) -> Self {
        Self(AccessRules(subject: .space, effect: .reads, feature: feature)) { $0 }
    }

    static var store: Self {
        Self(AccessRules(holders: [.store], subject: .space, effect: .changes)) { $0 }
    }
}

extension RouteAccess where Given == Void {
    /// A route that reads what everyone may see, without a token.
    static var open: Self {
        Self(AccessRules(holders: [], subject: .server, effect: .reads), always: ())
    }
}
