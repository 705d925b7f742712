import Foundation
import TestSupport
import Testing

/// An app of daily tasks with its server, by a clock in the hand of the test.
struct RoutineApp {
    let server: ServerProcess
    let token: String
    let clock: ClockInHand

    /// Who uses it.
    static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"

    /// Makes an app of the preset `routine`, whose space is in GMT, for as long as `body` runs.
    static func with(
        _ options: String..., at time: String, _ body: (RoutineApp) async throws -> Void
    ) async throws {
        try await ClockInHand.serving("routine", as: "daily", options, at: time) {
            server, token, clock, _ in
            try await body(RoutineApp(server: server, token: token, clock: clock))
        }
    }

    func send(
        _ method: String, _ path: String, _ json: String = "", headers: [String: String] = [:]
    ) async throws -> ServerProcess.Answer {
        try await server.send(
            method, path, token: token, person: Self.anna, headers: headers,
            body: json.isEmpty ? nil : Data(json.utf8))
    }

    /// Ticks all tasks of a day, and returns the day.
    func tickAll() async throws -> [String: Any] {
        var day: [String: Any] = [:]
        for task in ["water", "skincare", "posture"] {
            let answer = try await send("PUT", "/v1/routine/\(task)", #"{"completed":true}"#)
            #expect(answer.status == 200, "\(answer.text)")
            day = try answer.json
        }
        return day
    }

    /// The day as the app shows it now.
    func day() async throws -> [String: Any] { try await send("GET", "/v1/routine").json }

    /// Gives Anna freezes, once for each id.
    func give(freezes ids: [String]) async throws {
        for id in ids {
            let answer = try await server.post(
                "/v1/people/\(Self.anna)/freezes", #"{"id":"\#(id)"}"#, token: token)
            #expect(answer.status == 204, "\(answer.text)")
        }
    }

    /// Puts freezes on or takes them off, and returns the day.
    func equip(_ isEquipped: Bool) async throws -> [String: Any] {
        let answer = try await send("PUT", "/v1/routine/freeze", #"{"equipped":\#(isEquipped)}"#)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json
    }
}
