import Ground

/// The head faces the camera.
enum PoseRule: FaceRule {
    static let name = "pose"
    static let part: PhotoScore.Part? = .pose

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let pose = facts.pose else { return nil }
        let side: String? =
            switch pose.direction {
            case .left: "left"
            case .right: "right"
            case .front, .slightlyLeft, .slightlyRight: nil
            }
        guard let side else { return nil }
        return Finding(
            rule: name, severity: .warning, seen: pose.yaw.text,
            limit: "within \(Measure.text(pose.mostYaw, pose.yaw.unit))",
            sentence: """
                The head is turned to the \(side) of the picture. A photo that faces the camera shows more of \
                the person.
                """)
    }
}
