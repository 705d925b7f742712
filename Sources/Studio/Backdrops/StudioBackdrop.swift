import Glibc

/// A grey backdrop as in a studio: light behind the head, darker towards the corners.
struct StudioBackdrop: BackdropRows {
    private let width: Float
    private let height: Float
    /// The row's squared distance from the middle of the light.
    private var down: Float = 0

    /// The colours in the middle of the light and at its end: slightly cooler than grey, as backdrops are.
    private static let light = SIMD4<Float>(178, 182, 187, 255) / 255
    private static let dark = SIMD4<Float>(96, 100, 106, 255) / 255
    /// The middle of the light and its reach, as shares of the sides.
    private static let middle = SIMD2<Float>(0.5, 0.38)
    private static let reach = SIMD2<Float>(0.75, 0.85)
    /// How the light decreases with the distance, in steps finer than a level of colour.
    private static let falloff: [Float] = (0...1024).map { powf(Float($0) / 1024, 1.3) }

    init(width: Int, height: Int) {
        self.width = Float(width)
        self.height = Float(height)
    }

    mutating func move(to y: Int) {
        let relative = ((Float(y) + 0.5) / height - Self.middle.y) / Self.reach.y
        down = relative * relative
    }

    func colour(_ x: Int) -> SIMD4<Float> {
        let across = ((Float(x) + 0.5) / width - Self.middle.x) / Self.reach.x
        let distance = min((across * across + down).squareRoot(), 1) * 1024
        let step = min(Int(distance), 1023)
        let share = Self.falloff[step]
        let fall = share + (Self.falloff[step + 1] - share) * (distance - Float(step))
        return Self.light + (Self.dark - Self.light) * fall
    }
}
