import FaceFacts
import Ground
import TestSupport
import Testing

/// Faces behind masks, sunglasses and hands; and those that only look different: beards, glasses, make-up, hats, veils.
@Suite(.needs("the models: 'make setup-models'", where: { MeasuredFace.areThere }))
struct CoveredFaceTests {
    /// What hides a part of the face.
    enum Cover: String, CaseIterable {
        case blueMask, whiteMask, blackMask, beigeMask, maskBelowTheNose, sunglasses,
            brownSunglasses, hand
        case handOnHalfOfTheMouth, cup

        /// The rule that finds it, what follows, and what it says is covered.
        func finding(
            on sitter: OpenFaceTests.Sitter
        ) -> (rule: String, severity: Finding.Severity, part: String) {
            switch self {
            case .blueMask, .whiteMask, .blackMask, .beigeMask:
                ("mouthCovered", .refusal, "your mouth and nose")
            case .maskBelowTheNose: ("mouthCovered", .refusal, "your mouth and chin")
            case .sunglasses, .brownSunglasses: ("eyesCovered", .refusal, "your eyes")
            case .hand, .handOnHalfOfTheMouth: ("mouthCovered", .warning, "your mouth")
            // Without colour, a cup may be a hand.
            case .cup: ("mouthCovered", sitter == .grey ? .warning : .refusal, "your mouth")
            }
        }

        func on(_ face: DrawnFace) -> DrawnFace {
            switch self {
            case .blueMask: Self.mask([150, 190, 215], on: face)
            case .whiteMask: Self.mask([225, 225, 222], on: face)
            case .blackMask: Self.mask([28, 28, 30], on: face)
            case .beigeMask: Self.mask([205, 175, 150], on: face)
            case .maskBelowTheNose: Self.mask([150, 190, 215], from: 0.88, on: face)
            case .sunglasses: face.painted([18, 18, 20], where: Lens.holds)
            case .brownSunglasses: face.painted([45, 30, 20], opacity: 0.85, where: Lens.holds)
            case .hand: Self.hand([0, 1.2], on: face)
            case .handOnHalfOfTheMouth: Self.hand([0.5, 1.2], on: face)
            case .cup:
                face.painted([235, 235, 232]) { abs($0.x) < 0.6 && (0.8..<2.2).contains($0.y) }
            }
        }

        /// Folds, as cloth has, a little darker than the rest.
        private static func mask(
            _ colour: [Double], from top: Double = 0.35, on face: DrawnFace
        ) -> DrawnFace {
            let isMask = { (place: DrawnFace.Place) in
                place.y > top + 0.15 * place.x * place.x && place.isIn([0, 0.6], [1.05, 1.42])
            }
            return face.painted(colour, where: isMask)
                .painted([0, 0, 0], opacity: 0.1) { place in
                    isMask(place) && (place.y * 4).truncatingRemainder(dividingBy: 1) < 0.12
                }
        }

        /// Fingers in the colour of the face.
        private static func hand(_ middle: SIMD2<Double>, on face: DrawnFace) -> DrawnFace {
            let isHand = { (place: DrawnFace.Place) in place.isIn(middle, [0.55, 0.32]) }
            return face.painted(face.cheek, where: isHand)
                .painted([0, 0, 0], opacity: 0.15) { place in
                    isHand(place) && (place.y * 5).truncatingRemainder(dividingBy: 1) < 0.08
                }
        }
    }

    /// What only looks different.
    enum Look: String, CaseIterable {
        case plain, glasses, thickGlasses, tintedGlasses, darkBeard, grayBeard, whiteBeard,
            gingerBeard, headscarf, hat
        case hatWithShadow, darkEyes, redLips, darkLips, halfInTheDark, dimmed, mirrored
        case flat, hazy

        func of(_ face: DrawnFace) -> DrawnFace {
            switch self {
            case .plain: face
            case .glasses: face.painted([25, 22, 20], where: { Lens.rim(0.03, $0) })
            case .thickGlasses: face.painted([25, 22, 20], where: { Lens.rim(0.1, $0) })
            case .tintedGlasses:
                face.painted([25, 22, 20], opacity: 0.25, where: Lens.holds)
                    .painted([25, 22, 20], where: { Lens.rim(0.05, $0) })
            case .darkBeard: Self.beard([45, 35, 30], on: face)
            case .grayBeard: Self.beard([130, 128, 125], on: face)
            case .whiteBeard: Self.beard([215, 213, 210], on: face)
            case .gingerBeard: Self.beard([150, 90, 50], on: face)
            case .headscarf:
                face.painted([40, 40, 60]) { place in
                    !place.isIn([0, 0.35], [1.08, 1.42])
                        && (place.isIn([0, 0.2], [1.8, 2.3])
                            || (place.y > 1.6 && abs(place.x) < 2.4))
                }
            case .hat: Self.hat(on: face)
            case .hatWithShadow:
                Self.hat(
                    on: face.retouched { place, value, _ in
                        place.y < 0.25 && abs(place.x) < 1.1 ? value * 0.55 : value
                    })
            case .darkEyes:
                face.painted([30, 25, 30], opacity: 0.5) { place in
                    place.isIn([-0.5, -0.02], [0.3, 0.2]) || place.isIn([0.5, -0.02], [0.3, 0.2])
                }
            case .redLips: face.painted([150, 20, 40], opacity: 0.7, where: Self.isLip)
            case .darkLips: face.painted([60, 15, 35], opacity: 0.7, where: Self.isLip)
            case .halfInTheDark: face.litAtLeft(0.2)
            case .dimmed: face.lit(0.4)
            case .mirrored: face.mirrored
            case .flat: face.squeezed(to: 0.25, around: 127)
            case .hazy: face.squeezed(to: 0.3, around: 215)
            }
        }

        private static func isLip(_ place: DrawnFace.Place) -> Bool {
            place.isIn([0, 1.17], [0.36, 0.14])
        }

        private static func hat(on face: DrawnFace) -> DrawnFace {
            face.painted([35, 30, 28]) { place in
                place.y < -0.45 + 0.08 * place.x * place.x && place.y > -2.2 && abs(place.x) < 1.7
            }
        }

        /// Hairs around the lips, each a little lighter or darker than the next.
        private static func beard(_ colour: [Double], on face: DrawnFace) -> DrawnFace {
            face.retouched { place, value, channel in
                guard place.y > 0.93 + 0.2 * abs(place.x), place.isIn([0, 0.7], [0.95, 1.32]),
                    !isLip(place)
                else { return value }
                let hair = (place.x * 37).rounded(.down) * 7.3 + (place.y * 9).rounded(.down) * 3.1
                let shade = 0.75 + 0.5 * abs(hair.truncatingRemainder(dividingBy: 1))
                return colour[channel] * shade
            }
        }
    }

    @Test(arguments: OpenFaceTests.Sitter.allCases, Cover.allCases)
    func `what covers the eyes or the mouth is named`(
        _ sitter: OpenFaceTests.Sitter, _ cover: Cover
    ) throws {
        let analysis = try cover.on(sitter.face).measured()
        let expected = cover.finding(on: sitter)
        let finding = try #require(analysis.findings.first { $0.rule == expected.rule })
        #expect(finding.severity == expected.severity)
        #expect(finding.sentence.contains(expected.part))
        #expect(finding.isOverridable)
    }

    @Test(arguments: OpenFaceTests.Sitter.allCases, Look.allCases)
    func `glasses, beards, veils, hats, dark skin, make-up and haze cover nothing`(
        _ sitter: OpenFaceTests.Sitter, _ look: Look
    ) throws {
        let analysis = try look.of(sitter.face).measured()
        let rules = analysis.findings.map(\.rule)
        #expect(!rules.contains("eyesCovered"))
        #expect(!rules.contains("mouthCovered"))
        #expect(!rules.contains("partsOutside"))
        #expect(analysis.facts.faces.count == 1)
    }

    @Test(arguments: [DrawnFace.portrait, .portrait.before { _, _ in 0 }])
    func `a washed-out photo is named, and not among the best, black though its wall may be`(
        _ face: DrawnFace
    ) throws {
        let usual = try face.measured()
        let washed = try face.washed(gamma: 0.45).measured()
        #expect(!usual.findings.contains { $0.rule == "washedOut" })
        let finding = try #require(washed.findings.first { $0.rule == "washedOut" })
        #expect(finding.severity == .warning)
        let (before, after) = try (#require(usual.score).value, #require(washed.score).value)
        #expect(after < before - 2)
    }
}

/// The lenses of glasses, in eye distances.
private enum Lens {
    static func holds(_ place: DrawnFace.Place) -> Bool { holds(place, grownBy: 0) }

    private static func holds(_ place: DrawnFace.Place, grownBy room: Double) -> Bool {
        [-0.5, 0.5].contains { place.isIn([$0, 0.06], [0.42 + room, 0.31 + room]) }
    }

    /// Whether a place is on the rim, or on the bridge between both.
    static func rim(_ width: Double, _ place: DrawnFace.Place) -> Bool {
        (holds(place, grownBy: width) && !holds(place))
            || (abs(place.x) < 0.15 && abs(place.y + 0.05) < width)
    }
}
