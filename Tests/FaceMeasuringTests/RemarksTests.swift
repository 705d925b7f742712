import Ground
import TestSupport
import Testing

@testable import FaceFacts

/// What is said of a photo's parts, over many photos that could be.
struct RemarksTests {
    private static let photos: [FaceFacts] = {
        var generator = SplitMix64(state: 7)
        return (0..<4000).map { _ in FaceFacts(drawnBy: &generator) } + [.best]
    }()

    @Test func `there are three strengths and three weaknesses, of six parts`() throws {
        for facts in Self.photos {
            let score = try #require(Self.score(facts))
            #expect(score.strengths.count == 3)
            #expect(score.weaknesses.count == 3)
            #expect(Set((score.strengths + score.weaknesses).map(\.part)).count == 6)
        }
    }

    @Test func `a weakness never praises`() throws {
        let praises = PhotoScore.Part.allCases.map(\.good)
        let words = [
            " is well ", "plenty", "is calm", "is sharp", "is straight", "usable", "enough",
        ]
        for facts in Self.photos {
            let findings = FaceRules.findings(for: facts).map(\.sentence)
            for weakness in try #require(Self.score(facts)).weaknesses {
                #expect(!praises.contains(weakness.sentence))
                guard !findings.contains(weakness.sentence) else { continue }
                #expect(words.allSatisfy { !weakness.sentence.contains($0) }, "\(weakness)")
            }
        }
    }

    @Test func `a remark says what the finding on its part says, or does not praise it`() throws {
        for facts in Self.photos {
            let findings = FaceRules.findings(for: facts)
            let score = try #require(Self.score(facts))
            for weakness in score.weaknesses {
                let own = findings.filter { $0.faceRule?.part == weakness.part }.map(\.sentence)
                #expect(own.isEmpty || own.contains(weakness.sentence))
            }
            for strength in score.strengths
            where findings.contains(where: { $0.faceRule?.part == strength.part }) {
                #expect(strength.sentence != strength.part.good)
            }
        }
    }

    @Test func `no advice of ours is the opposite of a finding's`() throws {
        let opposites = [
            (["little light", "too dark"], ["lower exposure", "less light"]),
            (["too bright", "overexposed"], ["more light"]), (["more light"], ["less light"]),
            (["Step back"], ["fill more", "nearer"]), (["Step closer"], ["more room around"]),
            (["Leave room above"], ["less room above"]), (["Leave less room"], ["more room above"]),
        ]
        for facts in Self.photos {
            let findings = FaceRules.findings(for: facts).map(\.sentence)
            let wishes = try #require(Self.score(facts)).weaknesses.map(\.sentence)
                .filter { !findings.contains($0) }
            for (found, wished) in opposites
            where findings.contains(where: { text in found.contains { text.contains($0) } }) {
                #expect(
                    !wishes.contains { text in wished.contains { text.contains($0) } },
                    "\(findings) \(wishes)")
            }
        }
    }

    @Test func `the largest gain comes first, and a part at its best comes last`() throws {
        for facts in Self.photos {
            let parts = try #require(PartValues(of: facts))
            let weaknesses = try #require(Self.score(facts)).weaknesses.map(\.part)
            let others = PhotoScore.Part.allCases.filter { !weaknesses.contains($0) }
            let gains = (weaknesses + others).map { parts.score(withBest: $0) - parts.score }
            for (gain, next) in zip(gains.prefix(3), gains.dropFirst()) where next != gains[3] {
                #expect(gain >= next - 1e-6)
            }
            #expect(gains.dropFirst(3).allSatisfy { $0 <= gains[2] + 1e-6 })
            if weaknesses.contains(where: { parts[$0] == 1 }) {
                #expect(others.allSatisfy { parts[$0] == 1 })
            }
        }
    }

    @Test func `even the best photo gets three things to try`() throws {
        let score = try #require(Self.score(.best))
        #expect(score.value == 10)
        #expect(FaceRules.findings(for: .best) == [])
        #expect(score.weaknesses.map(\.sentence) == score.weaknesses.map(\.part.another))
        #expect(score.strengths.map(\.sentence) == score.strengths.map(\.part.good))
    }

    @Test func `a head that is turned is never said to be straight`() throws {
        let facts = FaceFacts.best.with(pose: Pose(yaw: 2.5, direction: .left, roll: 0))
        let finding = try #require(FaceRules.findings(for: facts).first)
        #expect(finding.rule == "pose")
        let score = try #require(Self.score(facts))
        #expect(score.weaknesses.first?.part == .pose)
        #expect(score.weaknesses.first?.sentence == finding.sentence)
    }

    @Test func `a remark is about what its part would have to be made better for`() throws {
        // What a remark says, by what it is about.
        let words: [PhotoMatter: [String]] = [
            .framingSmall: ["Step closer", "fill more of"],
            .framingLarge: ["Step back", "more room around"],
            .framingOffCentre: ["middle"], .framingEdge: ["room above", "Show your whole head"],
            .framingLow: ["less room above"], .poseTurned: ["turned", "Turning"],
            .poseTilted: ["upright"], .poseChinLow: ["Raising your chin"],
            .poseChinHigh: ["Lowering your chin"], .contrastBacklight: ["lens"],
            .contrastHarsh: ["harsh", "gentler"], .backgroundBusy: ["background"],
            .backgroundHidden: ["Too little background"], .resolutionSmall: ["pixels"],
            .lightDim: ["light", "too dark"], .lightBright: ["exposure", "flash"],
            .lightUneven: ["One side", "both sides"], .lightBelow: ["from below"],
            .sharpnessBlurred: ["blurred", "soft", "finer detail"],
            .sharpnessGrainy: ["grainy"],
        ]
        #expect(Set(words.keys) == Set(PhotoMatter.allCases))
        for facts in Self.photos {
            for weakness in try #require(Self.score(facts)).weaknesses {
                guard let matter = facts.matter(of: weakness.part) else { continue }
                #expect(matter.part == weakness.part.rawValue)
                let said = try #require(words[matter])
                #expect(
                    weakness.sentence == weakness.part.another
                        || said.contains { weakness.sentence.contains($0) },
                    "\(matter) \(weakness)")
            }
        }
    }

    @Test func `remarks speak to the person, in American English`() throws {
        for facts in Self.photos {
            let score = try #require(Self.score(facts))
            let all =
                (score.strengths + score.weaknesses).map(\.sentence)
                + FaceRules.findings(for: facts).map(\.sentence)
            for text in all {
                let odd = /\b(the (head|face|chin|eyes)\b|colour|grey|recognised)| %/.ignoresCase()
                #expect(text.firstMatch(of: odd) == nil, "\(text)")
            }
        }
    }

    @Test func `a head turned by 25 degrees scores at most 7.5, and one that is not can have all`()
        throws
    {
        for yaw in [25.0, -25, 30, -40, 60] {
            let pose = Pose(
                yaw: try #require(Measure(yaw, .degrees, confidence: 1)),
                direction: yaw < 0 ? .left : .right,
                roll: try #require(Measure(0, .degrees, confidence: 1)), pitch: nil)
            let score = try #require(Self.score(FaceFacts.best.with(pose: pose)))
            #expect(score.value <= 7.5)
            #expect(score.weaknesses.first?.part == .pose)
        }
    }

    @Test(arguments: [
        (0.21, "a fifth"), (0.19, "a fifth"), (0.24, "a quarter"), (0.5, "half"), (0.06, "6%"),
        (0.15, "15%"), (0.98, "almost all"),
    ])
    func `a share is said as a person would`(share: Double, words: String) {
        #expect(share.spokenShare == words)
    }

    private static func score(_ facts: FaceFacts) -> PhotoScore? {
        PhotoScore(of: facts, findings: FaceRules.findings(for: facts))
    }
}

extension PartValues {
    /// The score if one part were at its best.
    fileprivate func score(withBest part: PhotoScore.Part) -> Double {
        let weighted = PhotoScore.Part.allCases.reduce(0) {
            $0 + FaceTable.weight(of: $1) * ($1 == part ? 1 : self[$1])
        }
        let most = { (other: PhotoScore.Part, curve: Curve) in
            curve(other == part ? 1 : self[other])
        }
        return min(
            FaceTable.stretch(weighted), most(.light, FaceTable.ceiling),
            part == .pose ? 1 : mostAsTurned,
            most(.sharpness, FaceTable.ceiling), most(.resolution, FaceTable.resolutionCeiling))
    }
}
