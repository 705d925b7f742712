import TestSupport

@testable import FaceFacts

extension FaceFacts {
    /// A photo of which nothing could be better.
    static let best = FaceFacts(
        light: Light(
            exposure: 65, highlights: 80, overexposed: 0, contrast: 55, balance: 0,
            direction: .even),
        sharpness: Sharpness(detail: 30, edges: 0.8, noise: 5),
        pose: Pose(yaw: 0, direction: .front, roll: 0),
        framing: Framing(headShare: 0.5, eyeLine: 0.37, offCentre: 0, cutOff: []),
        background: Background(clutter: 0.02), eyeDistance: 200)

    /// Any photo: each measure is at a value that one of the rules or the curves tells from others.
    init(drawnBy generator: inout SplitMix64) {
        func one<Value>(of values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &generator)]
        }
        let yaw = one(of: [0, 0, 1.6, -1.6, 2, -2.3, 2.6, -4, 6])
        let direction: Pose.Direction =
            switch yaw {
            case ..<(-2.4): .left
            case ..<(-1.5): .slightlyLeft
            case ...1.5: .front
            case ...2.4: .slightlyRight
            default: .right
            }
        let pose = Pose(yaw: yaw, direction: direction, roll: one(of: [0, 0, 7, -11, 25]))
        self.init(
            light: Light(
                exposure: one(of: [15, 30, 39, 42, 60, 60, 88, 93, 97]),
                highlights: one(of: [30, 45, 52, 60, 90]),
                overexposed: one(of: [0, 0, 0.03, 0.1, 0.4]),
                contrast: one(of: [10, 27, 35, 50, 50, 75, 85]),
                balance: one(of: [0, 0, 0.6, -1, 1.5, -2.2]),
                direction: one(of: [.even, .even, .left, .above, .below])),
            sharpness: Sharpness(
                detail: one(of: [0.4, 1, 3, 7, 20, 20]),
                edges: one(of: [0.1, 0.25, 0.35, 0.6, 0.6]),
                noise: one(of: [5, 5, 13, 17, 25])),
            pose: one(of: [pose, pose, pose, nil]),
            framing: Framing(
                headShare: one(of: [0.1, 0.22, 0.3, 0.5, 0.5, 0.8, 0.95]),
                eyeLine: one(of: [0.1, 0.18, 0.22, 0.37, 0.37, 0.5, 0.65]),
                offCentre: one(of: [0, 0, 0.1, -0.15, 0.3]),
                cutOff: one(of: [[], [], [], [.top], [.left, .bottom]])),
            background: one(of: [
                Background(clutter: 0.02), Background(clutter: 0.15), Background(clutter: 0.5), nil,
            ]),
            eyeDistance: one(of: [20, 60, 80, 120, 200, 200]))
    }

    private init(
        light: Light, sharpness: Sharpness, pose: Pose?, framing: Framing, background: Background?,
        eyeDistance: Double
    ) {
        self.init(
            width: 1000, height: 1250,
            faces: [
                Face(
                    box: PhotoBox(left: 350, top: 300, width: 300, height: 300), confidence: 0.95)
            ],
            quarterTurns: 0, pose: pose,
            eyes: Eyes(
                left: PhotoPoint(x: 450, y: 450), right: PhotoPoint(x: 550, y: 450),
                distance: known(eyeDistance, .pixels), isApproximate: false),
            framing: framing, light: light, sharpness: sharpness, background: background)
    }

    /// The same photo with the head held otherwise, another expression, in other light, or before another background.
    func with(
        pose: Pose? = nil, expression: FaceExpression? = nil, light: Light? = nil,
        background: Background? = nil
    ) -> FaceFacts {
        FaceFacts(
            width: width, height: height, faces: faces, quarterTurns: quarterTurns,
            pose: pose ?? self.pose, eyes: eyes, framing: framing, light: light ?? self.light,
            sharpness: sharpness, symmetry: symmetry, colour: colour,
            background: background ?? self.background,
            expression: expression ?? self.expression, proportions: proportions)
    }
}

/// A measure that is surely right.
private func known(_ value: Double, _ unit: Measure.Unit) -> Measure {
    guard let measure = Measure(value, unit, confidence: 1) else { preconditionFailure("\(value)") }
    return measure
}

extension Light {
    init(
        exposure: Double, highlights: Double, overexposed: Double, contrast: Double,
        balance: Double, direction: Direction
    ) {
        self.init(
            exposure: known(exposure, .lightness), highlights: known(highlights, .lightness),
            overexposed: known(overexposed, .share), contrast: known(contrast, .lightness),
            balance: known(balance, .stops), direction: direction)
    }
}

extension Sharpness {
    fileprivate init(detail: Double, edges: Double, noise: Double) {
        self.init(
            detail: known(detail, .ratio), edges: known(edges, .ratio), noise: known(noise, .ratio))
    }
}

extension Pose {
    /// Upright, with a yaw that the points of the face tell.
    static func turned(by degrees: Double) -> Pose {
        Pose(
            yaw: known(degrees, .degrees), direction: YawScale.byPoints.direction(of: degrees),
            roll: known(0, .degrees), pitch: known(0, .degrees))
    }

    init(yaw: Double, direction: Direction, roll: Double) {
        self.init(
            yaw: known(yaw, .score), direction: direction, roll: known(roll, .degrees), pitch: nil)
    }
}

extension Framing {
    fileprivate init(headShare: Double, eyeLine: Double, offCentre: Double, cutOff: [PhotoEdge]) {
        self.init(
            headShare: known(headShare, .ratio), eyeLine: known(eyeLine, .share),
            offCentre: known(offCentre, .share), cutOff: cutOff)
    }
}

extension Background {
    init(clutter: Double) {
        self.init(clutter: known(clutter, .share))
    }
}
