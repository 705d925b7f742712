import Ground
import Testing

@testable import Studio

struct CutOutGateTests {
    private static let good = CutOutFigures(
        face: 1, agreement: 0.98, band: 0.04, doubt: 0.01, missing: 0.1, lost: 0,
        bottom: 0.9, background: 0.4)

    private static func good(but change: (inout CutOutFigures) -> Void) -> CutOutFigures {
        var figures = good
        change(&figures)
        return figures
    }

    private static let bad: [(CutOutFigures, CutOutRefusal)] = [
        (good { $0.face = 0.97 }, .faceUncertain), (good { $0.agreement = 0.93 }, .looksDisagree),
        (good { $0.band = 0.1 }, .outlineVague), (good { $0.doubt = 0.11 }, .partUncertain),
        (good { $0.lost = 0.06 }, .notAlone), (good { $0.bottom = 0.3 }, .bodyMissing),
        (good { $0.background = 0.08 }, .backgroundMissing),
        (good { $0.missing = 0.5 }, .limbMissing),
    ]

    @Test func `a clean cut-out of one head that looks ahead passes`() {
        for yaw: Double? in [nil, 0, 25, -25] {
            #expect(CutOutCheck.refusal(of: Self.good, faces: 1, yaw: yaw) == nil)
        }
        #expect(CutOutCheck.refusal(of: Self.good, faces: 2, yaw: nil) == .severalFaces)
        for yaw in [26.0, -26] {
            #expect(CutOutCheck.refusal(of: Self.good, faces: 1, yaw: yaw) == .headTurned)
        }
    }

    @Test(arguments: bad)
    func `each figure beyond its limit refuses, with a reason of its own`(
        figures: CutOutFigures, reason: CutOutRefusal
    ) {
        #expect(CutOutCheck.refusal(of: figures, faces: 1, yaw: 0) == reason)
    }

    @Test func `each reason is one of these`() {
        let others: Set<CutOutRefusal> = [.modelsMissing, .severalFaces, .headTurned]
        #expect(Set(Self.bad.map(\.1)).union(others) == Set(CutOutRefusal.allCases))
    }
}
