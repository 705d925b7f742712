/// The yaws at which a head counts as frontal, slightly turned, and turned.
struct YawScale {
    /// The yaw from which a head is not frontal any more.
    let slightlyTurned: Double
    /// The yaw beyond which a head is clearly turned.
    let turned: Double
    /// The distance from both at which a direction is certain.
    let sureDistance: Double

    /// 0.5 on a boundary, 1 far enough away from all.
    func trust(in yaw: Double) -> Double {
        let away = min(abs(abs(yaw) - slightlyTurned), abs(abs(yaw) - turned))
        return 0.5 + 0.5 * min(1, away / sureDistance)
    }

    /// The direction of a yaw; positive is to the right of the picture.
    func direction(of yaw: Double) -> Pose.Direction {
        switch yaw {
        case ..<(-turned): .left
        case ..<(-slightlyTurned): .slightlyLeft
        case ...slightlyTurned: .front
        case ...turned: .slightlyRight
        default: .right
        }
    }
}
