import Foundation
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

/// Which step leads an invited person where.
@Suite(.timeLimit(.minutes(10)))
struct InviteStepTests {
    /// A person in a state, with a headshot where there is one.
    private func person(
        in state: InviteState, _ queue: TestQueue
    ) async throws -> (person: Person, job: JobID?) {
        let person = TestQueue.member(state.rawValue)
        _ = try await queue.invite(state.rawValue)
        guard state != .created else { return (person, nil) }
        func note(_ step: InviteStep) async throws {
            #expect(try await queue.store.note(step, of: person, now: queue.now) != nil, "\(state)")
        }
        try await note(.open)
        guard state != .opened else { return (person, nil) }
        try await note(.handIn)
        guard state != .photo else { return (person, nil) }
        try await note(.order)
        let job = try await queue.order(state.rawValue)
        guard state != .making else { return (person, job) }
        try await queue.run(to: .done)
        switch state {
        case .retake: try await note(.retake(.blurred, words: "Please stand still."))
        case .chosen: try await note(.choose(job))
        case .approved: try await note(.approve(job))
        default: break
        }
        return (person, job)
    }

    /// What each step makes of each state; a state that is not named refuses it.
    private static let steps: [(step: String, next: [InviteState: InviteState])] = [
        (
            "open",
            [
                .created: .opened, .opened: .opened, .photo: .photo, .retake: .retake,
                .making: .making, .choose: .choose, .chosen: .chosen, .approved: .approved,
            ]
        ),
        (
            "handIn",
            [
                .created: .photo, .opened: .photo, .photo: .photo, .retake: .photo,
                .making: .making, .choose: .choose, .chosen: .chosen, .approved: .approved,
            ]
        ),
        (
            "retake",
            [
                .photo: .retake, .retake: .retake, .making: .retake, .choose: .retake,
                .chosen: .retake, .approved: .retake,
            ]
        ),
        (
            "order",
            [
                .created: .photo, .opened: .photo, .photo: .photo, .retake: .retake,
                .making: .making, .choose: .choose, .chosen: .chosen, .approved: .approved,
            ]
        ),
        // A job that is still open cannot be chosen.
        ("choose", [.choose: .chosen, .chosen: .chosen]),
        (
            "approve",
            [.retake: .approved, .choose: .approved, .chosen: .approved, .approved: .approved]
        ),
    ]

    @Test(arguments: steps.map(\.step), InviteState.allCases.filter { $0 != .left })
    func `a step leads from each state where the table says`(step: String, state: InviteState)
        async throws
    {
        let next = try #require(Self.steps.first { $0.step == step }).next[state]
        try await TestQueue.with { queue in
            try await queue.addAcme()
            let (person, job) = try await person(in: state, queue)
            #expect(try await queue.state(state.rawValue) == state)
            let named = job ?? .strange
            let taken: InviteStep =
                switch step {
                case "open": .open
                case "handIn": .handIn
                case "retake": .retake(nil, words: "Another one, please.")
                case "order": .order
                case "choose": .choose(named)
                default: .approve(named)
                }
            let result = try await queue.store.note(taken, of: person, now: queue.now + 1)
            #expect(result?.state == next)
            #expect(try await queue.state(state.rawValue) == next ?? state)
        }
    }

    @Test func `a person who has ordered is in progress, then chooses, or hands in another photo`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            for id in ["anna", "bert"] {
                try await queue.invite(id)
                _ = try await queue.store.note(.handIn, of: TestQueue.member(id), now: queue.now)
                _ = try await queue.store.note(.order, of: TestQueue.member(id), now: queue.now)
            }
            let first = try await queue.order("anna")
            #expect(try await queue.state("anna") == .making)
            // Before the order is in the queue, and if it never comes, the photo is all there is.
            #expect(try await queue.state("bert") == .photo)
            try await queue.run(to: .done)
            #expect(try await queue.state("anna") == .choose)
            _ = try await queue.order("bert")
            try await queue.run(to: .failed(reason: .noImage, detail: nil))
            #expect(try await queue.state("bert") == .photo)

            let anna = TestQueue.member("anna")
            let asked = try await queue.store.note(
                .retake(.backlit, words: "Turn\nround"), of: anna, now: queue.now + 1)
            #expect(asked?.retakeReason == .backlit && asked?.retakeWords == "Turn round")
            _ = try await queue.store.note(.handIn, of: anna, now: queue.now + 2)
            _ = try await queue.store.note(.order, of: anna, now: queue.now + 2)
            // The headshot of the photo before does not count any more.
            #expect(try await queue.state("anna") == .photo)
            #expect(try await queue.store.note(.choose(first), of: anna, now: queue.now + 2) == nil)
            let second = try await queue.order("anna", at: queue.now + 2)
            try await queue.run(to: .done, at: queue.now + 2)
            let chosen = try await queue.store.note(.choose(second), of: anna, now: queue.now + 3)
            #expect(chosen?.state == .chosen && chosen?.chosen == second)
        }
    }

    @Test func `no one chooses another's headshot, and an operator approves what was chosen`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            var jobs: [JobID] = []
            for id in ["anna", "bert"] {
                try await queue.invite(id)
                _ = try await queue.store.note(.order, of: TestQueue.member(id), now: queue.now)
                jobs.append(try await queue.order(id))
                try await queue.run(to: .done)
            }
            let (anna, bert) = (TestQueue.member("anna"), TestQueue.member("bert"))
            #expect(try await queue.store.note(.choose(jobs[0]), of: bert, now: queue.now) == nil)
            #expect(try await queue.store.note(.approve(nil), of: bert, now: queue.now) == nil)
            #expect(try await queue.store.note(.choose(jobs[0]), of: anna, now: queue.now) != nil)
            let approved = try await queue.store.note(.approve(nil), of: anna, now: queue.now)
            #expect(approved?.state == .approved && approved?.chosen == jobs[0])
            #expect(try await queue.state("bert") == .choose)
        }
    }
}
