import Foundation
import TestSupport
import Testing

/// Freezes that were put on beforehand, and the day of a person who travels.
@Suite(.timeLimit(.minutes(10)))
struct ServeFreezeTests {
    /// What a day says of its streak.
    private struct Told: Equatable {
        var count: Int?
        var freezes: Int?
        var used: Int?
        var isEquipped: Bool?

        init(_ count: Int, freezes: Int, used: Int, isEquipped: Bool) {
            self.count = count
            self.freezes = freezes
            self.used = used
            self.isEquipped = isEquipped
        }

        init(_ day: [String: Any]) throws {
            let streak = try #require(day["streak"] as? [String: Any])
            count = streak["count"] as? Int
            freezes = streak["freezes"] as? Int
            used = streak["used_freezes"] as? Int
            isEquipped = streak["equipped"] as? Bool
        }
    }

    /// An app after a day that was done, with two freezes, on the third day after it.
    private func withTwoMissedDays(
        _ rule: String, equipped: Bool, _ body: (RoutineApp) async throws -> Void
    ) async throws {
        try await RoutineApp.with("--streak", rule, at: "2031-11-21T10:00:00Z") { app in
            _ = try await app.tickAll()
            try await app.give(freezes: ["a", "b", "a"])
            let ready = try await app.equip(equipped)
            #expect(try Told(ready) == Told(1, freezes: 2, used: 0, isEquipped: equipped))
            try app.clock.set(to: "2031-11-24T09:00:00Z")
            try await body(app)
        }
    }

    @Test(arguments: ["window", "calendar"])
    func `freezes that are on hold the missed days, and the next day continues the streak`(
        rule: String
    ) async throws {
        try await withTwoMissedDays(rule, equipped: true) { app in
            // To look changes nothing.
            for _ in 0..<2 {
                #expect(
                    try await Told(app.day()) == Told(1, freezes: 0, used: 2, isEquipped: true))
            }
            let done = try await app.tickAll()
            #expect(done["done"] as? Bool == true)
            #expect(try Told(done).count == 2)
            #expect(try Told(done).freezes == 0)
            // The first tick has used them, and the streak that goes on needs none.
            try app.clock.set(to: "2031-11-25T08:00:00Z")
            #expect(try await Told(app.day()) == Told(2, freezes: 0, used: 0, isEquipped: true))
        }
    }

    @Test(arguments: ["window", "calendar"])
    func `freezes that are taken off after days were missed have held these`(
        rule: String
    ) async throws {
        try await withTwoMissedDays(rule, equipped: true) { app in
            let held = Told(1, freezes: 0, used: 2, isEquipped: false)
            let unequipped = try await Told(app.equip(false))
            let later = try await Told(app.day())
            #expect([unequipped, later] == [held, held])
        }
    }

    @Test(arguments: ["window", "calendar"])
    func `freezes that are off are used only when the person says so`(rule: String) async throws {
        try await withTwoMissedDays(rule, equipped: false) { app in
            let lost = try await app.day()
            #expect(try Told(lost) == Told(0, freezes: 2, used: 0, isEquipped: false))
            let streak = try #require(lost["streak"] as? [String: Any])
            #expect(streak["can_freeze"] as? Bool == true)
            for _ in 0..<2 {
                let saved = try await app.send("POST", "/v1/routine/freeze", "{}")
                #expect(saved.status == 200, "\(saved.text)")
                let held = Told(1, freezes: 0, used: 2, isEquipped: false)
                #expect(try Told(saved.json) == held)
            }
            #expect(try await Told(app.tickAll()).count == 2)
        }
    }

    @Test func `a header says where a person is who has set no time zone, and is remembered`()
        async throws
    {
        try await RoutineApp.with(at: "2031-11-21T23:30:00Z") { app in
            func day(_ zone: String? = nil) async throws -> String? {
                let answer = try await app.send(
                    "GET", "/v1/routine", headers: zone.map { ["x-time-zone": $0] } ?? [:])
                #expect(answer.status == 200, "\(answer.text)")
                return try answer.json["day"] as? String
            }
            // The space has to know the person whose zone it remembers.
            let met = try await app.send("PATCH", "/v1/me", #"{"onboarded":true}"#)
            #expect(met.status == 200, "\(met.text)")
            #expect(try await day() == "2031-11-21")
            for (zone, expected) in [
                ("Europe/Berlin", "2031-11-22"), ("America/New_York", "2031-11-21"),
                ("Asia/Tokyo", "2031-11-22"),
            ] {
                #expect(try await day(zone) == expected)
                #expect(try await day() == expected)
                let me = try await app.send("GET", "/v1/me").json
                #expect((me["wishes"] as? [String: Any])?["time_zone"] as? String == zone)
            }
            let set = try await app.send(
                "PATCH", "/v1/me", #"{"time_zone":"America/New_York"}"#)
            #expect(set.status == 200, "\(set.text)")
            #expect(try await day("Asia/Tokyo") == "2031-11-21")
            let wrong = try await app.send(
                "GET", "/v1/routine", headers: ["x-time-zone": "Mars/Olympus"])
            #expect(try wrong.problem == "malformed")
        }
    }
}
