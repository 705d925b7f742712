import FaceFacts
import Ground
import TestSupport
import Testing

/// Faces that no headshot can be made of: upside down, cut through the eyes, or covered; and those beside them that are whole.
@Suite(.needs("the models: 'make setup-models'", where: { MeasuredFace.areThere }))
struct OpenFaceTests {
    /// The drawn person, and others who are drawn from it.
    enum Sitter: String, CaseIterable {
        case fair, brown, dark, grey

        var face: DrawnFace {
            let portrait = DrawnFace.portrait
            return switch self {
            case .fair: portrait
            case .brown: portrait.withSkin(reflecting: 0.45)
            case .dark: portrait.withSkin(reflecting: 0.2)
            case .grey: portrait.grey
            }
        }
    }

    @Test(arguments: Sitter.allCases, [false, true])
    func `a face is upright, or it is said how to turn it`(
        _ sitter: Sitter, _ isMirrored: Bool
    ) throws {
        let face = isMirrored ? sitter.face.mirrored : sitter.face
        for turns in 0..<4 {
            let facts = try face.turned(quarterTurns: turns).measured().facts
            #expect(facts.quarterTurns == (4 - turns) % 4)
            #expect(facts.faces.count == (turns == 0 ? 1 : 0))
        }
    }

    /// Cuts through the portrait, in eye distances from the middle of the eyes.
    enum Cut: String, CaseIterable {
        case hair, forehead, brows, eyes, cheeks, noseTip, chin, lowerLip, lips, mouth, nose, ear
        case temple, oneEye

        /// Whether the eyes or the mouth are cut off.
        var hidesPart: Bool {
            switch self {
            case .hair, .forehead, .brows, .chin, .lowerLip, .ear, .temple: false
            case .eyes, .cheeks, .noseTip, .lips, .mouth, .nose, .oneEye: true
            }
        }

        func of(_ face: DrawnFace) -> DrawnFace {
            let unit = DrawnFace.rightEye.x - DrawnFace.leftEye.x
            let middle = (DrawnFace.leftEye + DrawnFace.rightEye) / 2
            func below(_ y: Double) -> DrawnFace {
                let top = Int(middle.y + y * unit)
                return face.cropped(x: 0, y: top, width: face.width, height: face.height - top)
            }
            func above(_ y: Double) -> DrawnFace {
                face.cropped(x: 0, y: 0, width: face.width, height: Int(middle.y + y * unit))
            }
            func rightOf(_ x: Double) -> DrawnFace {
                let left = Int(middle.x + x * unit)
                return face.cropped(x: left, y: 0, width: face.width - left, height: face.height)
            }
            return switch self {
            case .hair: below(-1.8)
            case .forehead: below(-0.85)
            case .brows: below(-0.4)
            case .eyes: below(0)
            case .cheeks: below(0.25)
            case .noseTip: below(0.6)
            case .chin: above(1.95)
            case .lowerLip: above(1.45)
            case .lips: above(1.25)
            case .mouth: above(1.15)
            case .nose: above(0.9)
            case .ear: rightOf(-1.15)
            case .temple: rightOf(-0.9)
            case .oneEye: rightOf(-0.5)
            }
        }
    }

    @Test(arguments: Cut.allCases, [false, true])
    func
        `a photo without the eyes or the mouth is refused, and anything else that is cut is a warning`(
            _ cut: Cut, _ isMirrored: Bool
        ) throws
    {
        let face = cut.of(.portrait)
        let analysis = try (isMirrored ? face.mirrored : face).measured()
        #expect(analysis.isAccepted == !cut.hidesPart)
        #expect(analysis.refusals == (cut.hidesPart ? ["partsOutside"] : []))
    }

    @Test(
        arguments: Sitter.allCases,
        [CoveredFaceTests.Look.plain, .glasses, .thickGlasses, .darkBeard, .headscarf])
    func `what is left at an edge is taken for no eyes and no mouth`(
        _ sitter: Sitter, _ look: CoveredFaceTests.Look
    ) throws {
        let face = look.of(sitter.face)
        for cut in [Cut.brows, .eyes, .cheeks, .lowerLip, .lips] {
            #expect(try cut.of(face).measured().isAccepted == !cut.hidesPart, "\(cut)")
        }
    }
}
