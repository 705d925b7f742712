package import Ground

/// The rules over the facts of a face, in the order of their findings: those that refuse come
/// first.
package enum FaceRules {
    package static let all: [any FaceRule.Type] = [
        PresentFaceRule.self,
        SingleFaceRule.self,
        FaceSizeRule.self,
        ExposureRule.self,
        OverexposureRule.self,
        SharpnessRule.self,
        SureFaceRule.self,
        BalanceRule.self,
        LightDirectionRule.self,
        ContrastRule.self,
        NoiseRule.self,
        EyesOpenRule.self,
        PoseRule.self,
        TiltRule.self,
        HeadShareRule.self,
        PlacementRule.self,
        CutOffRule.self,
        BackgroundRule.self,
    ]

    /// What they are called.
    package static var names: [String] { all.map { rule in rule.name } }

    /// The rule of a name; nil where none of these has it.
    package static func named(_ name: String) -> (any FaceRule.Type)? {
        all.first { $0.name == name }
    }

    package static func findings(for facts: FaceFacts) -> [Finding] {
        all.compactMap { rule in rule.finding(for: facts) }
    }
}
