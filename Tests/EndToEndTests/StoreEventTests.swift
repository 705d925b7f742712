import Foundation
import TestSupport
import Testing

/// What persons have after the events of a store: stories of RevenueCat, sent to the built program.
@Suite(.s3ServerIfInstalled, .timeLimit(.minutes(10)))
struct StoreEventTests {
    /// A member of an event.
    enum Member: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
        case text(String)
        case texts([String])
        /// A time, in days from now.
        case day(Double)
        case number(Double)
        case null

        init(stringLiteral text: String) { self = .text(text) }
        init(arrayLiteral texts: String...) { self = .texts(texts) }
    }

    /// An event that happened some days from now.
    struct Event: Sendable {
        let type: String
        let day: Double
        let members: [String: Member]
        var id: String?

        init(
            _ type: String, _ day: Double, id: String? = nil, _ members: [String: Member] = [:]
        ) {
            self.type = type
            self.day = day
            self.id = id
            self.members = members
        }

        /// A subscription's event: whose, in which transaction, of which product, until which day.
        static func of(
            _ transaction: String, _ type: String, _ day: Double, until end: Double? = nil,
            by user: String = "ME", product: String = "pro_monthly", id: String? = nil,
            _ more: [String: Member] = [:]
        ) -> Event {
            var members: [String: Member] = [
                "original_transaction_id": .text(transaction), "product_id": .text(product),
                "app_user_id": .text(user), "period_type": "NORMAL", "store": "APP_STORE",
                "environment": "PRODUCTION", "aliases": .texts([user]),
            ]
            members["expiration_at_ms"] = end.map(Member.day)
            return Event(type, day, id: id, members.merging(more) { $1 })
        }
    }

    /// Events in the order of their arrival, and the person's plan on some days from now on.
    struct Story: Sendable {
        let name: String
        let events: [Event]
        let plans: [(day: Int, plan: String)]
        /// The other person's plan now.
        var others = "free"
    }

    /// A person whose purchases in the test environment count.
    private static let tester = "33333333-3333-4333-8333-333333333333"

    private static let stories: [Story] = [
        Story(
            name: "a year beside a month that ends",
            events: [
                .of("T1", "INITIAL_PURCHASE", -30, until: -0.1),
                .of("T2", "INITIAL_PURCHASE", -1, until: 364, product: "pro_yearly"),
                .of("T1", "EXPIRATION", -0.1, until: -0.1),
            ], plans: [(0, "pro"), (363, "pro"), (365, "free")]),
        Story(
            name: "bought before the login, then transferred",
            events: [
                .of("T1", "INITIAL_PURCHASE", -1, until: 29, by: "ANON"),
                Event("TRANSFER", -0.5, ["transferred_from": ["ANON"], "transferred_to": ["ME"]]),
            ], plans: [(0, "pro"), (30, "free")]),
        Story(
            name: "a transfer that comes before the purchase",
            events: [
                Event("TRANSFER", -0.5, ["transferred_from": ["ANON"], "transferred_to": ["ME"]]),
                .of("T1", "INITIAL_PURCHASE", -1, until: 29, by: "ANON"),
            ], plans: [(0, "pro"), (30, "free")]),
        Story(
            name: "bought before the login, then another event names both",
            events: [
                .of("T1", "INITIAL_PURCHASE", -40, until: -10, by: "ANON"),
                .of("T1", "RENEWAL", -10, until: 20, ["aliases": ["ANON", "ME"]]),
            ], plans: [(0, "pro"), (21, "free")]),
        Story(
            name: "only the first id is the person's",
            events: [
                .of(
                    "T1", "INITIAL_PURCHASE", -1, until: 29, by: "ANON",
                    ["original_app_user_id": "ME"])
            ], plans: [(0, "pro"), (30, "free")]),
        Story(
            name: "an upper-case id",
            events: [.of("T1", "INITIAL_PURCHASE", -1, until: 29, by: "UPPER")],
            plans: [(0, "pro"), (30, "free")]),
        Story(
            name: "a grace period",
            events: [
                .of("T1", "INITIAL_PURCHASE", -30, until: -0.1),
                .of(
                    "T1", "BILLING_ISSUE", -0.1, until: -0.1,
                    ["grace_period_expiration_at_ms": .day(15)]),
            ], plans: [(0, "pro"), (14, "pro"), (16, "free")]),
        Story(
            name: "a grace period that is paid",
            events: [
                .of("T1", "INITIAL_PURCHASE", -30, until: -1),
                .of(
                    "T1", "BILLING_ISSUE", -1, until: -1,
                    ["grace_period_expiration_at_ms": .day(15)]),
                .of("T1", "RENEWAL", -0.5, until: 10),
            ], plans: [(0, "pro"), (11, "free")]),
        Story(
            name: "no grace period",
            events: [
                .of("T1", "INITIAL_PURCHASE", -30, until: -0.1),
                .of(
                    "T1", "BILLING_ISSUE", -0.1, until: -0.1,
                    ["grace_period_expiration_at_ms": .null]),
            ], plans: [(0, "free")]),
        Story(
            name: "a refund",
            events: [
                .of("T1", "INITIAL_PURCHASE", -1, until: 29),
                .of(
                    "T1", "CANCELLATION", -0.1, until: 29,
                    ["cancel_reason": "CUSTOMER_SUPPORT", "price": .number(-14.99)]),
            ], plans: [(0, "free")]),
        Story(
            name: "a refund that only its price tells",
            events: [
                .of("T1", "INITIAL_PURCHASE", -1, until: 29),
                .of("T1", "CANCELLATION", -0.1, until: 29, ["price": .number(-14.99)]),
            ], plans: [(0, "free")]),
        Story(
            name: "a refund of one of two",
            events: [
                .of("T1", "INITIAL_PURCHASE", -1, until: 29),
                .of("T2", "INITIAL_PURCHASE", -1, until: 9, product: "pro_weekly"),
                .of("T1", "CANCELLATION", -0.1, until: 29, ["cancel_reason": "CUSTOMER_SUPPORT"]),
            ], plans: [(0, "pro"), (10, "free")]),
        Story(
            name: "a refund that is taken back",
            events: [
                .of("T1", "INITIAL_PURCHASE", -2, until: 29),
                .of("T1", "CANCELLATION", -1, until: 29, ["cancel_reason": "CUSTOMER_SUPPORT"]),
                .of("T1", "EXPIRATION", -0.9, until: -1),
                .of("T1", "REFUND_REVERSED", -0.1, until: 29),
            ], plans: [(0, "pro"), (30, "free")]),
        Story(
            name: "a cancellation goes on to its end",
            events: [
                .of("T1", "INITIAL_PURCHASE", -1, until: 29),
                .of("T1", "CANCELLATION", -0.1, until: 29, ["cancel_reason": "UNSUBSCRIBE"]),
            ], plans: [(0, "pro"), (28, "pro"), (30, "free")]),
        Story(
            name: "a cancellation that is taken back",
            events: [
                .of("T1", "INITIAL_PURCHASE", -2, until: 29),
                .of("T1", "CANCELLATION", -1, until: 29, ["cancel_reason": "UNSUBSCRIBE"]),
                .of("T1", "UNCANCELLATION", -0.1, until: 29),
            ], plans: [(0, "pro"), (30, "free")]),
        Story(
            name: "the store is down",
            events: [
                Event(
                    "TEMPORARY_ENTITLEMENT_GRANT", -0.1,
                    [
                        "app_user_id": "ME", "product_id": "pro_monthly",
                        "expiration_at_ms": .day(0.9),
                    ])
            ], plans: [(0, "pro"), (1, "free")]),
        Story(
            name: "bought for life",
            events: [
                .of(
                    "T1", "NON_RENEWING_PURCHASE", -1, product: "pro_lifetime",
                    ["expiration_at_ms": .null, "entitlement_ids": ["pro"]])
            ], plans: [(0, "pro"), (4000, "pro")]),
        Story(
            name: "promotional",
            events: [
                .of(
                    "rc_promo", "NON_RENEWING_PURCHASE", -1, until: 6,
                    product: "rc_promo_pro_weekly",
                    ["period_type": "PROMOTIONAL", "store": "PROMOTIONAL"])
            ], plans: [(0, "pro"), (7, "free")]),
        Story(
            name: "coins are no plan",
            events: [
                .of("T1", "NON_RENEWING_PURCHASE", -1, product: "coins", ["entitlement_ids": .null])
            ], plans: [(0, "free")]),
        Story(
            name: "a freeze is no plan",
            events: [
                .of("T1", "INITIAL_PURCHASE", -1, product: "streak_freeze"),
                .of("T2", "NON_RENEWING_PURCHASE", -1, product: "streak_freeze"),
            ], plans: [(0, "free")]),
        Story(
            name: "a trial moves to a person with a paid year",
            events: [
                .of("T1", "INITIAL_PURCHASE", -2, until: 363, product: "pro_yearly"),
                .of("T2", "INITIAL_PURCHASE", -1, until: 2, by: "OTHER", ["period_type": "TRIAL"]),
                Event("TRANSFER", -0.5, ["transferred_from": ["OTHER"], "transferred_to": ["ME"]]),
            ], plans: [(0, "pro"), (362, "pro"), (364, "free")]),
        Story(
            name: "a trial that is paid",
            events: [
                .of("T1", "INITIAL_PURCHASE", -3, until: 0.5, ["period_type": "TRIAL"]),
                .of("T1", "RENEWAL", -0.1, until: 30),
            ], plans: [(0, "pro"), (31, "free")]),
        Story(
            name: "a trial",
            events: [.of("T1", "INITIAL_PURCHASE", -1, until: 2, ["period_type": "TRIAL"])],
            plans: [(0, "trial"), (3, "free")]),
        Story(
            name: "an end that comes late",
            events: [
                .of("T1", "INITIAL_PURCHASE", -31, until: -1),
                .of("T1", "RENEWAL", -0.9, until: 29), .of("T1", "EXPIRATION", -1, until: -1),
            ], plans: [(0, "pro"), (30, "free")]),
        Story(
            name: "a beginning that comes after the end",
            events: [
                .of("T1", "EXPIRATION", -1, until: -1),
                .of("T1", "INITIAL_PURCHASE", -2, until: 29),
            ], plans: [(0, "free")]),
        Story(
            name: "the same event twice",
            events: [
                .of("T1", "INITIAL_PURCHASE", -2, until: 29, id: "first"),
                .of("T1", "EXPIRATION", -1, until: -1),
                .of("T1", "INITIAL_PURCHASE", -0.5, until: 29, id: "first"),
            ], plans: [(0, "free")]),
        Story(
            name: "a pause begins later",
            events: [
                .of("T1", "INITIAL_PURCHASE", -1, until: 29),
                .of("T1", "SUBSCRIPTION_PAUSED", -0.1, until: 29, ["auto_resume_at_ms": .day(60)]),
            ], plans: [(0, "pro"), (30, "free")]),
        Story(
            name: "another product, then its renewal",
            events: [
                .of("T1", "INITIAL_PURCHASE", -2, until: 28),
                .of("T1", "PRODUCT_CHANGE", -1, until: 28, ["new_product_id": "pro_yearly"]),
                .of("T1", "RENEWAL", -0.5, until: 364, product: "pro_yearly"),
            ], plans: [(0, "pro"), (363, "pro"), (365, "free")]),
        Story(
            name: "a longer time",
            events: [
                .of("T1", "INITIAL_PURCHASE", -2, until: 5),
                .of("T1", "SUBSCRIPTION_EXTENDED", -1, until: 50),
            ], plans: [(6, "pro"), (51, "free")]),
        Story(
            name: "the test environment",
            events: [
                .of("T1", "INITIAL_PURCHASE", -1, until: 29, ["environment": "SANDBOX"])
            ], plans: [(0, "free")]),
        Story(
            name: "the test environment, of a person whom the plans name",
            events: [
                .of(
                    "T1", "INITIAL_PURCHASE", -1, until: 29, by: tester,
                    ["environment": "SANDBOX", "aliases": .texts(["ME", tester])])
            ], plans: [(0, "pro"), (30, "free")]),
        Story(
            name: "a test with nothing in it",
            events: [
                .of("T1", "INITIAL_PURCHASE", -2, until: 29),
                Event(
                    "TEST", -1,
                    [
                        "app_user_id": .null, "aliases": .null, "expiration_at_ms": .null,
                        "product_id": .null, "entitlement_ids": .null,
                    ]), Event("A_NEW_TYPE", -1, ["app_user_id": "ME"]),
            ], plans: [(0, "pro")]),
        Story(
            name: "events that name no transaction",
            events: [
                Event(
                    "INITIAL_PURCHASE", -2,
                    ["app_user_id": "ME", "product_id": "a", "expiration_at_ms": .day(20)]),
                Event("EXPIRATION", -1, ["app_user_id": "ME", "product_id": "b"]),
            ], plans: [(0, "pro"), (21, "free")]),
    ]

    @Test func `each story of a store gives the plan that was paid for, on each day`() async throws
    {
        try await Sandbox.offline { sandbox in
            let clock = try ClockInHand(in: sandbox)
            try await Self.tell(to: clock.given(to: sandbox)) { day in
                try clock.set(ahead: day * 86_400)
            }
        }
    }

    @Test(.needsServers) func `each story gives the same on a server`() async throws {
        try await Sandbox.withServer { sandbox, _, _ in
            try await Self.tell(to: sandbox, onEachDay: nil)
        }
    }

    /// For how many stories a token asks: the space has met none of their persons, and a token may ask for such persons
    /// 40 times at once.
    private static let storiesOfToken = 8

    private static func newToken(_ sandbox: Sandbox, _ options: String...) async throws -> String {
        let token = try await sandbox.run(["space", "token", "glow"] + options)
        #expect(token.exit == .status(0), "\(token.errors)")
        return token.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Sends all stories to a server of a sandbox, and compares the plans.
    ///
    /// - Parameter setDay: Sets the clock ahead; `nil` if the plan of today is all that can be seen.
    private static func tell(
        to sandbox: Sandbox, onEachDay setDay: ((Int) throws -> Void)?
    ) async throws {
        try sandbox.write(#"{"test_people":["\#(tester)"]}"#, to: "plans.json")
        var tokens = [
            try await sandbox.addSpace("glow", "--preset", "routine", "--plans", "plans.json")
        ]
        while tokens.count * storiesOfToken < stories.count {
            tokens.append(try await newToken(sandbox))
        }
        let store = try await newToken(sandbox, "--kind", "store")
        let now = Date()
        try await ServerProcess.with(sandbox) { server in
            func plan(of name: String, _ number: Int) async throws -> String? {
                let me = try await server.send(
                    "GET", "/v1/me", token: tokens[number / storiesOfToken],
                    person: id(name, number))
                #expect(me.status == 200, "\(me.text)")
                return try me.json["plan"] as? String
            }
            for (number, story) in stories.enumerated() {
                for (index, event) in story.events.enumerated() {
                    let answer = try await server.post(
                        "/v1/webhooks/revenuecat/glow", json(event, index, number, now),
                        token: store)
                    #expect(answer.status == 200, "\(story.name): \(answer.text)")
                }
            }
            for day in Set(stories.flatMap { $0.plans.map(\.day) }).sorted() {
                if day > 0, setDay == nil { break }
                try setDay?(day)
                for (number, story) in stories.enumerated() {
                    for expected in story.plans where expected.day == day {
                        #expect(
                            try await plan(of: "ME", number) == expected.plan,
                            "\(story.name), day \(day)")
                    }
                    guard day == 0 else { continue }
                    #expect(try await plan(of: "OTHER", number) == story.others, "\(story.name)")
                }
            }
        }
    }

    /// The id that stands for a word in a story.
    private static func id(_ word: String, _ number: Int) -> String {
        let digits = String(format: "%04d", number)
        return switch word {
        case "ME": "11111111-1111-4111-8111-11111111\(digits)"
        case "UPPER": "11111111-1111-4111-8111-11111111\(digits)".uppercased()
        case "OTHER": "22222222-2222-4222-8222-22222222\(digits)"
        case "ANON": "$RCAnonymousID:\(digits)"
        default: word
        }
    }

    private static func json(
        _ event: Event, _ index: Int, _ number: Int, _ now: Date
    ) throws -> String {
        func milliseconds(_ day: Double) -> Double {
            ((now.timeIntervalSince1970 + day * 86_400) * 1000).rounded()
        }
        var members: [String: Any] = [
            "id": "\(number) \(event.id ?? "\(index)")", "type": event.type,
            "event_timestamp_ms": milliseconds(event.day),
        ]
        for (name, member) in event.members {
            members[name] =
                switch member {
                case .text(let text) where name == "original_transaction_id": "\(text) \(number)"
                case .text(let text): id(text, number)
                case .texts(let texts): texts.map { id($0, number) }
                case .day(let day): milliseconds(day)
                case .number(let number): number
                case .null: NSNull()
                }
        }
        let body = try JSONSerialization.data(withJSONObject: ["event": members])
        return String(decoding: body, as: UTF8.self)
    }

    @Test func `a token may come without its scheme, and a time that no calendar has is malformed`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("glow", "--preset", "routine")
            let store = try await sandbox.run("space", "token", "glow", "--kind", "store")
                .output.trimmingCharacters(in: .whitespacesAndNewlines)
            try await ServerProcess.with(sandbox) { server in
                func post(_ event: String, authorization: String) async throws -> Int {
                    try await server.send(
                        "POST", "/v1/webhooks/revenuecat/glow",
                        headers: [
                            "authorization": authorization, "content-type": "application/json",
                        ], body: Data(#"{"event":{"id":"1","type":"TEST",\#(event)}}"#.utf8)
                    ).status
                }
                let event = #""event_timestamp_ms":1"#
                for right in [store, "Bearer \(store)", "bearer \(store)"] {
                    let status = try await post(event, authorization: right)
                    #expect(status == 200)
                }
                for wrong in [token, "Basic \(store)", "\(store) \(store)", "x"] {
                    let status = try await post(event, authorization: wrong)
                    #expect(status == 401)
                }
                for number in ["1e300", "-1e300", "-1", "9e99", "253402300800000", "true"] {
                    for members in [
                        #""event_timestamp_ms":\#(number)"#,
                        #"\#(event),"expiration_at_ms":\#(number)"#,
                        #"\#(event),"grace_period_expiration_at_ms":\#(number)"#,
                    ] {
                        let status = try await post(members, authorization: store)
                        #expect(status == 400, "\(members)")
                    }
                }
                let me = try await server.send("GET", "/v1/me", token: token, person: "a")
                #expect(me.status == 200)
            }
        }
    }
}
