/// Where on a scale of yaw heads are called front, turned a little, and turned.
struct YawScale {
    /// The yaw where a head no longer looks ahead.
    let slightlyTurned: Double
    /// The yaw beyond which a head is clearly turned.
    let turned: Double
    /// The distance from both at which a direction is sure.
    let sureDistance: Double

    /// Half where a yaw lies on a boundary, 1 where it is far enough away from all.
    func trust(in yaw: Double) -> Double {
        let away = min(abs(abs(yaw) - slightlyTurned), abs(abs(yaw) - turned))
        return 0.5 + 0.5 * min(1, away / sureDistance)
    }

    /// The direction that a yaw stands for; positive is to the right of the picture.
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
