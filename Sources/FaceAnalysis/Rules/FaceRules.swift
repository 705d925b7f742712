/// The rules for the facts of a face, in the order of their findings: those that refuse come first.
enum FaceRules {
    /// A rule: facts in, at most one finding out.
    typealias Rule = @Sendable (FaceFacts) -> FaceFinding?

    static let rules: [Rule] = [
        FaceRule.finding,
        SingleFaceRule.finding,
        FaceSizeRule.finding,
        ExposureRule.finding,
        OverexposureRule.finding,
        SharpnessRule.finding,
        SureFaceRule.finding,
        BalanceRule.finding,
        LightDirectionRule.finding,
        ContrastRule.finding,
        NoiseRule.finding,
        EyesOpenRule.finding,
        PoseRule.finding,
        TiltRule.finding,
        HeadShareRule.finding,
        PlacementRule.finding,
        CutOffRule.finding,
        BackgroundRule.finding,
    ]

    static func findings(for facts: FaceFacts) -> [FaceFinding] {
        rules.compactMap { rule in rule(facts) }
    }
}
