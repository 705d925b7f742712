import Foundation

/// The part of a photo that shows a head as a good headshot does, as far as the photo has room for it.
struct FrameFit {
    let frame: PhotoBox
    let turn: Double
    let head: PhotoPoint
    let eyeDistance: Double

    /// How far the middle of a turned head lies behind the middle of its eyes, in eye distances.
    private static let lean = 0.35
    /// How much larger than usual a head may be shown so that it sits in the middle.
    private static let mostHeadShare = 0.7
    /// From the middle, as a share of the width, and the eyes' height as a share of the height; within
    /// them nobody calls a head off its place.
    private static let centring = 0.06
    private static let eyeLines = 0.32...0.46
    /// Degrees that a head may be tilted, and that a photo may be turned: the eyes' own error is 3.8 at
    /// its 90th hundredth, and a room that is turned by more looks odd.
    private static let naturalTilt = 4.0
    private static let mostTurn = 15.0

    /// Fits a frame around the largest face; nil without one.
    init?(_ facts: FaceFacts) {
        guard let framing = facts.framing else { return nil }
        let headHeight = framing.headShare.value * facts.height
        let lean = facts.pose.map { Self.lean(of: $0.direction) } ?? 0
        eyeDistance = headHeight / (FramingMeter.crown + FramingMeter.chin)
        head = PhotoPoint(
            x: (0.5 + framing.offCentre.value) * facts.width + lean * eyeDistance,
            y: framing.eyeLine.value * facts.height)
        frame = Self.frame(of: head, headHeight, in: facts)
        let tilt = facts.eyes?.isApproximate == false ? facts.pose?.roll.value ?? 0 : 0
        let wanted = min(max(abs(tilt) - Self.naturalTilt, 0), Self.mostTurn)
        turn = Self.turn(of: frame, wanted: tilt < 0 ? -wanted : wanted, in: facts)
    }

    /// A nose that points to the left has the back of the head at its right.
    private static func lean(of direction: Pose.Direction) -> Double {
        switch direction {
        case .left: lean
        case .right: -lean
        case .front, .slightlyLeft, .slightlyRight: 0
        }
    }

    /// The largest frame in which the head sits well, else the smallest one that is not too tight.
    private static func frame(
        of head: PhotoPoint, _ headHeight: Double, in facts: FaceFacts
    ) -> PhotoBox {
        let room = min(facts.height, facts.width / FaceTable.frameAspect)
        let largest = min(headHeight / FaceTable.frameHeadShare, room)
        let smallest = min(headHeight / mostHeadShare, largest)
        let steps = 20
        let boxes = (0...steps).map { step in
            box(
                largest + (smallest - largest) * Double(step) / Double(steps), around: head,
                in: facts)
        }
        let fitting = boxes.first { box in
            abs((head.x - box.left) / box.width - 0.5) <= centring
                && eyeLines.contains((head.y - box.top) / box.height)
        }
        return fitting ?? box(smallest, around: head, in: facts)
    }

    /// A frame of a height, moved into the photo.
    private static func box(
        _ height: Double, around head: PhotoPoint, in facts: FaceFacts
    ) -> PhotoBox {
        let width = height * FaceTable.frameAspect
        let left = head.x - width / 2
        let top = head.y - FaceTable.frameEyeLine * height
        return PhotoBox(
            left: min(max(left, 0), facts.width - width),
            top: min(max(top, 0), facts.height - height), width: width, height: height)
    }

    /// As much of a turn as the photo has room for: what lies beyond its edges cannot be shown.
    private static func turn(
        of frame: PhotoBox, wanted: Double, in facts: FaceFacts
    ) -> Double {
        [1, 0.75, 0.5, 0.25].map { $0 * wanted }.first { turn in
            let half = frame.halfExtent(turnedBy: turn)
            let (x, y) = (frame.left + frame.width / 2, frame.top + frame.height / 2)
            return x >= half.x && y >= half.y && x + half.x <= facts.width
                && y + half.y <= facts.height
        } ?? 0
    }
}

extension PhotoBox {
    /// How far the box reaches from its middle once it is turned around that, in degrees.
    fileprivate func halfExtent(turnedBy degrees: Double) -> SIMD2<Double> {
        let angle = abs(degrees) * .pi / 180
        return SIMD2(
            width * cos(angle) + height * sin(angle), width * sin(angle) + height * cos(angle)) / 2
    }
}
