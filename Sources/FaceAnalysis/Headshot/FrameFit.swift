import Foundation

/// The part of a photo that shows a head as a good headshot does, as far as the photo has room for it.
struct FrameFit {
    let frame: PhotoBox
    let turn: Double
    let head: PhotoPoint
    let eyeDistance: Double

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
    init?(_ facts: FaceFacts, _ reach: PersonReach = PersonReach()) {
        guard let place = HeadPlace(facts) else { return nil }
        (head, eyeDistance) = (place.middle, place.eyeDistance)
        frame = Self.frame(of: Sitter(place, reach), in: facts)
        let tilt = facts.eyes?.isApproximate == false ? facts.pose?.roll.value ?? 0 : 0
        let wanted = min(max(abs(tilt) - Self.naturalTilt, 0), Self.mostTurn)
        turn = Self.turn(of: frame, wanted: tilt < 0 ? -wanted : wanted, in: facts)
    }

    /// The largest frame in which the head sits well, else the smallest one that is not too tight.
    private static func frame(of sitter: Sitter, in facts: FaceFacts) -> PhotoBox {
        let room = min(facts.height, facts.width / FaceTable.frameAspect)
        let largest = min(sitter.headHeight / FaceTable.frameHeadShare, room)
        let smallest = min(sitter.headHeight / mostHeadShare, largest)
        let steps = 20
        let boxes = (0...steps).map { step in
            box(
                largest + (smallest - largest) * Double(step) / Double(steps), around: sitter,
                in: facts)
        }
        let fitting = boxes.first { box in
            abs((sitter.middle.x - box.left) / box.width - 0.5) <= centring
                && eyeLines.contains((sitter.middle.y - box.top) / box.height)
        }
        return fitting ?? box(smallest, around: sitter, in: facts)
    }

    /// A frame of a height, moved into the photo.
    private static func box(
        _ height: Double, around sitter: Sitter, in facts: FaceFacts
    ) -> PhotoBox {
        let width = height * FaceTable.frameAspect
        let pull = min(max(sitter.pull, -centring * width), centring * width)
        let left = sitter.middle.x + pull - width / 2
        let top = sitter.middle.y - sitter.eyeLine * height
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

/// The person whom a frame is fitted around, with the head as it was measured, or else as heads usually are.
private struct Sitter {
    /// The middle of the head, at the height of the eyes.
    let middle: PhotoPoint
    /// From the crown to the chin.
    let headHeight: Double
    /// The height of the eyes in the frame, from its top.
    let eyeLine: Double
    /// How far the frame goes from the head towards the middle of the shoulders.
    let pull: Double

    /// From the eyes to the crown, in eye distances: from bald to hair that stands up, or a hat.
    ///
    /// What was measured beyond is something else.
    private static let crowns = 1.3...2.8
    /// How much of the way to the middle of the shoulders.
    private static let pullShare = 0.25

    init(_ place: HeadPlace, _ reach: PersonReach) {
        middle = place.middle
        let usual = FramingMeter.crown + FramingMeter.chin
        let measured = reach.crown.map { (place.middle.y - $0) / place.eyeDistance }
        let crown = measured.flatMap { Self.crowns.contains($0) ? $0 : nil } ?? FramingMeter.crown
        headHeight = (crown + FramingMeter.chin) * place.eyeDistance
        // As much room above the crown as a usual head has.
        let above = FaceTable.frameHeadShare * (crown / (crown + FramingMeter.chin))
        let usualAbove = FaceTable.frameHeadShare * FramingMeter.crown / usual
        eyeLine = FaceTable.frameEyeLine - usualAbove + above
        let shoulders = reach.shoulders.map { ($0.lowerBound + $0.upperBound) / 2 }
        pull = shoulders.map { ($0 - place.middle.x) * Self.pullShare } ?? 0
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
