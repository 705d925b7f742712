import Answers
import Companion
import FaceFacts
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import JobQueue
import Pages
import PromptFactory
import Setup
import Validation

/// What is said to a person in front of a camera: one sentence at a time, by this machine alone.
extension Site {
    func addLiveAdvice(to routes: Routes) {
        routes.add(.post, "/p/live", link(.changes)) { request, _, visit in
            try request.check(visit)
            guard try await hasConsent(visit) else { throw Refusal(.consentMissing) }
            let advice = try await advice(to: request, visit)
            var headers = HTTPFields()
            if let name = HTTPField.Name("Headshot-Advice") { headers[name] = advice.rawValue }
            return .text(
                visit.text("live", advice.rawValue), as: "text/plain; charset=utf-8",
                headers: headers)
        }
    }

    /// Looks at a frame, which never has a name on the disk.
    private func advice(to request: Request, _ visit: LinkVisit) async throws -> Advice {
        let (person, record) = (visit.person, visit.visitor.space)
        // A page sends the next frame after the answer to the one before.
        let slot = try handlers.doors.slot(handlers.doors.frames, for: person, in: record.space)
        defer { slot.leave() }
        if let seconds = frameRates.take(for: "\(record.space) \(person)", Self.frameRate) {
            throw Refusal(.rate, retryAfter: seconds)
        }
        try await handlers.doors.requireRoom(for: .frame, of: person, in: record)
        let frame = try await PhotoIntake(home: session.home, isNameless: true)
        try await request.read(most: Self.mostBytes) { try await frame.append($0) }
        let photo = try await handlers.looks.look("frame", of: person, ArrivedPhoto(intake: frame))
        try await session.store.count(
            .frame, of: person, within: handlers.doors.allowance(in: record))
        return Advice(to: photo)
    }

    /// A frame of the side that the script sends is a tenth of it.
    private static let mostBytes = 500_000
    private static let frameRate = RateLimit.Rate(burst: 2, perSecond: 1)
}

/// What a person in front of a camera is to do next; the raw value is the name of its text.
enum Advice: String, CaseIterable {
    /// Nothing: it is a good moment.
    case good
    case noFace, several, upright
    case darker, brighter, balance, below
    case closer, back, middle, lower, higher
    case turn, tilt, eyes, covered
    case hold, background

    /// The most important thing that was found in a frame.
    ///
    /// The frame is smaller than the photo will be, and compressed more: what follows from that is not said.
    init(to photo: AnalyzedPhoto) {
        let findings = photo.findings.filter { $0.severity != .notice }
        guard let facts = photo.analysis?.facts, facts.main != nil else {
            self = photo.analysis?.facts.quarterTurns == nil ? .noFace : .upright
            return
        }
        let all = findings.compactMap { Self.advice(to: $0, facts) }
        self = Self.allCases.first(where: all.contains) ?? .good
    }

    private static func advice(to finding: Finding, _ facts: FaceFacts) -> Advice? {
        switch finding.rule {
        case "singleFace": .several
        case "exposure": .brighter
        case "overexposure": .darker
        case "balance", "contrast", "washedOut": .balance
        case "lightDirection": .below
        case "headShare":
            (facts.framing?.headShare.value ?? 0) < FaceTable.headShare.lowerBound ? .closer : .back
        case "cutOff", "partsOutside": .back
        case "placement": placement(facts)
        case "pose": .turn
        case "tilt": .tilt
        case "eyesOpen": .eyes
        case "eyesCovered", "mouthCovered", "sureFace": .covered
        case "sharpness": .hold
        case "background": .background
        default: nil
        }
    }

    private static func placement(_ facts: FaceFacts) -> Advice {
        guard let framing = facts.framing, abs(framing.offCentre.value) <= FaceTable.offCentre
        else {
            return .middle
        }
        return framing.eyeLine.value < FaceTable.eyeLine.lowerBound ? .lower : .higher
    }
}
