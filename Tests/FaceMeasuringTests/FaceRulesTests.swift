import FaceFacts
import Ground
import TestSupport
import Testing

struct FaceFindingTests {
    @Test func `a good drawn photo has no findings`() throws {
        #expect(try DrawnFace.portrait.analysis().findings == [])
    }

    struct Spoilt: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: String
        let severity: Finding.Severity
        let scale: Double
        let face: @Sendable () -> DrawnFace

        init(
            _ description: String, _ rule: String, _ severity: Finding.Severity,
            scale: Double = 3, face: @escaping @Sendable () -> DrawnFace
        ) {
            testDescription = description
            self.rule = rule
            self.severity = severity
            self.scale = scale
            self.face = face
        }
    }

    @Test(arguments: [
        Spoilt("in the dark", "exposure", .refusal) { .portrait.lit(0.015) },
        Spoilt("in little light", "exposure", .warning) { .portrait.lit(0.2) },
        Spoilt("in glaring light", "overexposure", .refusal) { .portrait.lit(4) },
        Spoilt("out of focus", "sharpness", .refusal) { .portrait.blurred(radius: 4) },
        Spoilt("a little out of focus", "sharpness", .warning) { .portrait.blurred(radius: 2) },
        Spoilt("far away", "faceSize", .refusal, scale: 0.5) { .portrait },
        Spoilt("not quite near", "faceSize", .warning, scale: 1) { .portrait },
        Spoilt("beside another", "singleFace", .refusal) { .portrait.beside(.portrait) },
        Spoilt("on its side", "face", .refusal) { .portrait.turned },
        Spoilt("absent", "face", .refusal) { .wall },
        Spoilt("half in the dark", "balance", .warning) { .portrait.litAtLeft(0.2) },
        Spoilt("grainy", "noise", .warning) { .portrait.noisy(60) },
        Spoilt("at the edge", "placement", .warning) {
            .portrait.cropped(x: -130, y: 0, width: 400, height: 500)
        },
        Spoilt("cut off at the top", "cutOff", .warning) {
            .portrait.cropped(x: 0, y: 130, width: 400, height: 370)
        },
        Spoilt("small in the frame", "headShare", .warning) {
            .portrait.cropped(x: -60, y: -60, width: 520, height: 1000)
        },
    ])
    func `each fault is found`(_ spoilt: Spoilt) throws {
        let analysis = try spoilt.face().analysis(scale: spoilt.scale)
        let finding = try #require(analysis.findings.first { $0.rule == spoilt.rule })
        #expect(finding.severity == spoilt.severity)
        #expect(finding.sentence.hasSuffix("."))
        #expect(!finding.seen.isEmpty)
        #expect(!finding.limit.isEmpty)
        // What is only warned of is accepted, unless something else refuses it.
        let others = analysis.refusals.filter { $0 != spoilt.rule }
        #expect(analysis.isAccepted == (spoilt.severity == .warning && others.isEmpty))
    }

    @Test func `sides are those of the picture`() throws {
        let dark = try DrawnFace.portrait.litAtLeft(0.2).analysis()
        let finding = try #require(dark.findings.first { $0.rule == "balance" })
        #expect(finding.sentence.contains("at the left of the picture"))
        let mirrored = try DrawnFace.portrait.litAtLeft(0.2).mirrored.analysis()
        let other = try #require(mirrored.findings.first { $0.rule == "balance" })
        #expect(other.sentence.contains("at the right of the picture"))
    }
}
