import Foundation
import TestSupport
import Testing

/// Daily tasks, streaks and reminders as an app and an operator see them, by a clock that the test turns.
@Suite(.timeLimit(.minutes(10)))
struct ServeRoutineTests {
    private static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"

    /// An app of the preset `routine` by a clock, at a time of day in GMT.
    private func withRoutine(
        _ options: String..., at time: String,
        _ body: (ServerProcess, String, ClockInHand, Sandbox) async throws -> Void
    ) async throws {
        try await ClockInHand.serving(
            "routine", as: "daily", options, at: "2031-11-21T\(time)Z", body)
    }

    private func tick(
        _ server: ServerProcess, _ token: String,
        _ tasks: [String] = ["water", "skincare", "posture"],
        completed: Bool = true
    ) async throws -> [String: Any] {
        var answer: [String: Any] = [:]
        for task in tasks {
            let sent = try await server.send(
                "PUT", "/v1/routine/\(task)", token: token, person: Self.anna,
                body: Data(#"{"completed":\#(completed)}"#.utf8))
            #expect(sent.status == 200, "\(sent.text)")
            answer = try sent.json
        }
        return answer
    }

    private func streak(_ routine: [String: Any]) throws -> [String: Any] {
        try #require(routine["streak"] as? [String: Any])
    }

    @Test func `three tasks make a day, once, and a day in time makes a streak`() async throws {
        try await withRoutine(at: "10:00:00") { server, token, clock, _ in
            let open = try await tick(server, token, ["water", "skincare", "water"])
            #expect(try streak(open)["count"] as? Int == 0)
            #expect(try streak(open)["last_done_on"] == nil)
            #expect(open["insight"] == nil)
            let done = try await tick(server, token, ["posture"])
            #expect(try streak(done)["count"] as? Int == 1)
            #expect(try streak(done)["last_done_on"] as? String == "2031-11-21")
            let insight = try #require(done["insight"] as? String)

            // Taken back and ticked again, the day stays what it was.
            _ = try await tick(server, token, ["water"], completed: false)
            let again = try await tick(server, token)
            #expect(try streak(again)["total_days"] as? Int == 1)
            #expect(again["insight"] as? String == insight)

            try clock.set(to: "2031-11-22T09:59:00Z")
            let second = try await tick(server, token)
            #expect(try streak(second)["count"] as? Int == 2)
            #expect(second["insight"] as? String != insight)
            let unknown = try await server.send(
                "PUT", "/v1/routine/flying", token: token, person: Self.anna,
                body: Data(#"{"completed":true}"#.utf8))
            #expect(unknown.status == 404)

            // Later than 24 hours, it is over; the next day begins anew.
            try clock.set(to: "2031-11-23T10:05:00Z")
            let me = try await server.send("GET", "/v1/me", token: token, person: Self.anna)
            let lapsed = try streak(try me.json)
            #expect(lapsed["count"] as? Int == 0)
            #expect(lapsed["lapsed"] as? Bool == true)
            #expect((lapsed["message"] as? String)?.contains("2") == true)
            let anew = try streak(try await tick(server, token))
            #expect((anew["count"] as? Int, anew["best"] as? Int) == (1, 2))
        }
    }

    @Test func `a freeze that was bought saves a streak for a day, and is used once`() async throws
    {
        try await withRoutine(at: "10:00:00") { server, token, clock, sandbox in
            _ = try await tick(server, token)
            func freeze() async throws -> ServerProcess.Answer {
                try await server.post("/v1/routine/freeze", "{}", token: token, person: Self.anna)
            }
            // Nobody pays for anything but the freeze.
            #expect(try await freeze().problem == "freeze_not_needed")
            try clock.set(to: "2031-11-22T12:00:00Z")
            #expect(try await freeze().problem == "no_freeze")

            let store = try await sandbox.run("space", "token", "daily", "--kind", "store").output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let news = """
                {"event":{"id":"e1","type":"NON_RENEWING_PURCHASE","event_timestamp_ms":1952938800000,
                "app_user_id":"\(Self.anna)","product_id":"streak_freeze"}}
                """
            for _ in 0..<2 {
                let taken = try await server.post(
                    "/v1/webhooks/revenuecat/daily", news, token: store)
                #expect(taken.status == 200)
            }
            let blot = try await server.post(
                "/v1/people/\(Self.anna)/freezes", #"{"id":"so\u00f8rry"}"#, token: token)
            #expect(try blot.problem == "malformed")
            let given = try await server.post(
                "/v1/people/\(Self.anna)/freezes", #"{"id":"sorry"}"#, token: token)
            #expect(given.status == 204)
            let saved = try await freeze()
            #expect(saved.status == 200, "\(saved.text)")
            #expect(try streak(try saved.json)["count"] as? Int == 1)
            #expect(try streak(try saved.json)["freezes"] as? Int == 1)
            let done = try streak(try await tick(server, token))
            #expect(done["count"] as? Int == 2)
            // Sent again, it has saved the streak already, and uses nothing more.
            let again = try await freeze()
            #expect(again.status == 200, "\(again.text)")
            #expect(try streak(again.json)["count"] as? Int == 2)
            #expect(try streak(again.json)["freezes"] as? Int == 1)
            try clock.set(to: "2031-11-23T11:00:00Z")
            #expect(try await freeze().problem == "freeze_not_needed")
        }
    }

    @Test func `a reminder is due from the wished minute on, until it was sent or the day is done`()
        async throws
    {
        try await withRoutine(at: "07:59:00") { server, token, clock, sandbox in
            let wish = try await server.send(
                "PATCH", "/v1/me", token: token, person: Self.anna,
                body: Data(#"{"reminders":true,"reminder_time":"08:00"}"#.utf8))
            #expect(wish.status == 200, "\(wish.text)")
            func due() async throws -> [[String: Any]] {
                let answer = try await server.send("GET", "/v1/reminders", token: token)
                return try #require(try answer.json["reminders"] as? [[String: Any]])
            }
            #expect(try await due().isEmpty)
            try clock.set(to: "2031-11-21T08:00:00Z")
            let found = try await due()
            #expect(found.map { $0["kind"] as? String } == ["daily"])
            let body = try String(
                decoding: JSONSerialization.data(withJSONObject: ["reminders": found]),
                as: UTF8.self)
            // One that is none, or one too many, keeps those beside it from being noted.
            let known = #"{"person":"\#(Self.anna)","kind":"daily","day":"2031-11-21"}"#
            let short = #"{"person":"a","kind":"daily","day":"2031-11-21"}"#
            for more in [
                [#"{"person":"a","kind":"daily","day":"today"}"#],
                Array(repeating: short, count: 1000),
            ] {
                let body = #"{"reminders":[\#(([known] + more).joined(separator: ","))]}"#
                let refused = try await server.post("/v1/reminders/sent", body, token: token)
                #expect(try refused.problem == "malformed", "\(refused.text)")
            }
            for noted in [1, 0] {
                let sent = try await server.post("/v1/reminders/sent", body, token: token)
                #expect(try sent.json["noted"] as? Int == noted, "\(sent.text)")
            }
            #expect(try await due().isEmpty)

            // At a terminal, each is printed once by '--sent', whichever process prints it.
            try clock.set(to: "2031-11-22T08:00:00Z")
            let listed = try await sandbox.run("reminders", "--space", "daily")
            #expect(listed.output.contains(Self.anna))
            let lost = try await sandbox.shell("\"$headshot\" reminders >/dev/full")
            #expect(lost.exit == .status(74))
            let printed = try await sandbox.run("reminders", "--sent")
            let line = try #require(printed.output.split(whereSeparator: \.isNewline).first)
            let reminder = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(reminder["space"] as? String == "daily")
            #expect(reminder["target"] as? String == "routine")
            #expect(try await sandbox.run("reminders", "--sent").output.isEmpty)

            // Done early, or in the evening with a streak at risk.
            try clock.set(to: "2031-11-23T07:00:00Z")
            _ = try await tick(server, token)
            try clock.set(to: "2031-11-23T21:00:00Z")
            #expect(try await due().isEmpty)
            // Not at night, though the streak ends at 7; then the day's reminder, and no other beside it.
            try clock.set(to: "2031-11-24T05:00:00Z")
            #expect(try await due().isEmpty)
            try clock.set(to: "2031-11-24T08:00:00Z")
            #expect(try await due().map { $0["kind"] as? String } == ["daily"])
            let next = try await server.send(
                "GET", "/v1/me/reminders", token: token, person: Self.anna)
            let coming = try #require(try next.json["reminders"] as? [[String: Any]])
            #expect(
                coming.map { $0["at"] as? String }
                    == ["2031-11-25T08:00:00Z", "2031-11-26T08:00:00Z"], "\(next.text)")
            #expect(coming.map { $0["local_time"] as? String } == ["08:00", "08:00"])
            for (isLeased, count) in [(false, 1), (true, 0)] {
                let claimed = try await server.post(
                    "/v1/reminders/claim", #"{"lease_seconds":60}"#, token: token)
                #expect(
                    (try claimed.json["reminders"] as? [Any])?.count == count,
                    "\(isLeased): \(claimed.text)")
            }
            try clock.set(to: "2031-11-24T08:01:01Z")
            #expect(try await due().count == 1)
            let off = try await server.send(
                "PATCH", "/v1/me", token: token, person: Self.anna,
                body: Data(#"{"reminders":false}"#.utf8))
            #expect(off.status == 200)
            #expect(try await due().isEmpty)
        }
    }

    @Test
    func `tasks that were done offline count for their day, and a merged id says where it went`()
        async throws
    {
        try await withRoutine(at: "10:00:00") { server, token, clock, _ in
            _ = try await tick(server, token)
            // Done on the next day, and sent on the one after.
            try clock.set(to: "2031-11-23T00:10:00Z")
            func send(_ task: String, _ more: String) async throws -> ServerProcess.Answer {
                try await server.send(
                    "PUT", "/v1/routine/\(task)", token: token, person: Self.anna,
                    body: Data(#"{"completed":true\#(more)}"#.utf8))
            }
            let late = #","completed_at":"2031-11-22T09:50:00Z""#
            for task in ["water", "skincare", "posture", "water"] {
                let sent = try await send(task, late)
                #expect(try sent.json["day"] as? String == "2031-11-22", "\(sent.text)")
            }
            let done = try await send("posture", late).json
            #expect(done["done"] as? Bool == true)
            #expect(try streak(done)["total_days"] as? Int == 2)
            #expect(try streak(done)["count"] as? Int == 2)
            for (more, problem) in [
                (#","completed_at":"2031-11-20T00:00:00Z""#, "malformed"),
                (#","done_at":"2031-11-22T23:50:00Z""#, "malformed"),
                (#","time_zone":"Mars/Olympus""#, "malformed"),
            ] {
                #expect(try await send("water", more).problem == problem, "\(more)")
            }
            let days = try await server.send(
                "GET", "/v1/routine/days?from=2031-11-01", token: token, person: Self.anna)
            let told = try #require(try days.json["days"] as? [[String: Any]])
            #expect(told.map { $0["count"] as? Int } == [1, 2])

            let account = "0b5d4e6f-81f3-4a1c-8a9b-0c1d2e3f4a5b"
            let merged = try await server.post(
                "/v1/people/\(Self.anna)/merge", #"{"into":"\#(account)"}"#, token: token)
            #expect(merged.status == 200, "\(merged.text)")
            let gone = try await server.send(
                "GET", "/v1/routine", token: token, person: Self.anna)
            #expect(try gone.problem == "merged")
            #expect(try gone.json["merged_into"] as? String == account)
            let kept = try await server.send("GET", "/v1/routine", token: token, person: account)
            #expect(try streak(try kept.json)["total_days"] as? Int == 2)
        }
    }

    @Test func `a task is as the last act left it, whichever device sends its acts later`()
        async throws
    {
        try await withRoutine(at: "10:00:00") { server, token, _, _ in
            func send(_ isDone: Bool, _ time: String?, _ task: String = "water") async throws
                -> Bool?
            {
                let at = time.map { #","completed_at":"2031-11-21T\#($0)Z""# } ?? ""
                let sent = try await server.send(
                    "PUT", "/v1/routine/\(task)", token: token, person: Self.anna,
                    body: Data(#"{"completed":\#(isDone)\#(at)}"#.utf8))
                let tasks = try #require(try sent.json["tasks"] as? [[String: Any]], "\(sent.text)")
                return tasks.first { $0["id"] as? String == task }?["completed"] as? Bool
            }
            // The phone was offline at 8; the tablet has opened the task again at 9.
            #expect(try await send(true, "07:00:00") == true)
            #expect(try await send(false, "09:00:00") == false)
            #expect(try await send(true, "08:00:00") == false)
            #expect(try await send(true, nil) == true)
            #expect(try await send(false, "09:30:00") == true)
            // One that was opened before anything was known of it.
            #expect(try await send(false, "09:00:00", "posture") == false)
            #expect(try await send(true, "08:00:00", "posture") == false)
            #expect(try await send(true, "09:00:01", "posture") == true)
            let days = try await server.send(
                "GET", "/v1/routine/days", token: token, person: Self.anna)
            let today = try #require((try days.json["days"] as? [[String: Any]])?.last)
            #expect((today["tasks"] as? [String: Any])?.keys.sorted() == ["posture", "water"])
        }
    }

    @Test func `the person's zone decides which day it is, then the space's`() async throws {
        try await withRoutine(at: "23:30:00") { server, token, _, _ in
            func day() async throws -> String? {
                let answer = try await server.send(
                    "GET", "/v1/routine", token: token, person: Self.anna)
                return try answer.json["day"] as? String
            }
            #expect(try await day() == "2031-11-21")
            for (zone, expected) in [
                (#""Europe/Berlin""#, "2031-11-22"), (#""America/New_York""#, "2031-11-21"),
                ("null", "2031-11-21"),
            ] {
                let set = try await server.send(
                    "PATCH", "/v1/me", token: token, person: Self.anna,
                    body: Data(#"{"time_zone":\#(zone)}"#.utf8))
                #expect(set.status == 200, "\(set.text)")
                #expect(try await day() == expected)
            }
            let wrong = try await server.send(
                "PATCH", "/v1/me", token: token, person: Self.anna,
                body: Data(#"{"time_zone":"Mars/Olympus"}"#.utf8))
            #expect(try wrong.problem == "malformed")
        }
    }

    @Test func `people who come back are told as counts`() async throws {
        try await withRoutine(at: "10:00:00") { server, token, clock, _ in
            _ = try await tick(server, token, ["water"])
            try clock.set(to: "2031-11-28T12:00:00Z")
            _ = try await tick(server, token, ["water"])
            try clock.set(to: "2031-11-29T12:00:00Z")
            let answer = try await server.send("GET", "/v1/metrics", token: token)
            let counts = try answer.json
            #expect(counts["new_people"] as? Int == 1, "\(answer.text)")
            #expect(counts["returned_on_day_7"] as? Int == 1)
            #expect(counts["streaks_of_3_or_more"] as? Int == 0)
            #expect((counts["plans"] as? [String: Int])?["free"] == 1)
            for query in [
                "from=2031-11-30&to=2031-11-29", "to=2031-11-29&to=2031-11-28", "day=2031-11-29",
            ] {
                let wrong = try await server.send("GET", "/v1/metrics?\(query)", token: token)
                #expect(try wrong.problem == "malformed", "\(query)")
            }
        }
    }
}
