/// The yaws at which a head counts as frontal, slightly turned, and turned.
package struct YawScale: Sendable {
    /// In degrees, by the points of the face.
    package static let byPoints = YawScale(slightlyTurned: 8, turned: 20, sureDistance: 4)
    /// In scores, by how well views of a turned head fit.
    package static let byViews = YawScale(slightlyTurned: 1.5, turned: 2.4, sureDistance: 1)

    /// The yaw from which a head is not frontal any more.
    package let slightlyTurned: Double
    /// The yaw beyond which a head is clearly turned.
    package let turned: Double
    /// The distance from both at which a direction is certain.
    package let sureDistance: Double

    /// 0.5 on a boundary, 1 far enough away from all.
    package func trust(in yaw: Double) -> Double {
        let away = min(abs(abs(yaw) - slightlyTurned), abs(abs(yaw) - turned))
        return 0.5 + 0.5 * min(1, away / sureDistance)
    }

    /// The direction of a yaw; positive is to the right of the picture.
    package func direction(of yaw: Double) -> Pose.Direction {
        switch yaw {
        case ..<(-turned): .left
        case ..<(-slightlyTurned): .slightlyLeft
        case ...slightlyTurned: .front
        case ...turned: .slightlyRight
        default: .right
        }
    }
}
