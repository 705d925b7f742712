import FaceFacts
import Foundation
import Ground

/// The part of a photo that frames the head like a good headshot, within the limits of the photo.
struct FrameFit {
    let frame: PhotoBox
    let turn: Double
    let head: PhotoPoint
    let eyeDistance: Double

    /// The largest share of the frame that a head may take so that it can be centred.
    private static let mostHeadShare = 0.7
    /// The head is well placed within these: its distance from the middle, as a share of the width, and the
    /// eyes' distance from the top, as a share of the height.
    private static let centring = 0.06
    private static let eyeLines = 0.32...0.46
    /// Degrees that a head may be tilted, and that a photo may be turned: the error of the eyes' positions is
    /// 3.8 at the 90th percentile, and a room turned by more looks odd.
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

    /// The largest frame in which the head sits well, or else the smallest one that is not too tight.
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

    /// A frame of the given height, moved into the photo.
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

    /// As much of the turn as the photo allows: what lies beyond its edges cannot be shown.
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

/// The person in the frame, with the measured head, or else with a usual one.
private struct Sitter {
    /// The middle of the head at eye level.
    let middle: PhotoPoint
    /// From the crown to the chin.
    let headHeight: Double
    /// The distance of the eyes from the frame's top.
    let eyeLine: Double
    /// How far the frame moves from the head towards the middle of the shoulders.
    let pull: Double

    /// The distance from the eyes to the crown, in eye distances: from bald to hair that stands up, or a hat.
    ///
    /// A measurement outside this range is something else.
    private static let crowns = 1.3...2.8
    /// How much of the way to the middle of the shoulders the frame moves.
    private static let pullShare = 0.25

    init(_ place: HeadPlace, _ reach: PersonReach) {
        middle = place.middle
        let usual = FramingMeter.crown + FramingMeter.chin
        let measured = reach.crown.map { (place.middle.y - $0) / place.eyeDistance }
        let crown = measured.flatMap { Self.crowns.contains($0) ? $0 : nil } ?? FramingMeter.crown
        headHeight = (crown + FramingMeter.chin) * place.eyeDistance
        // As much room above the crown as with a usual head.
        let above = FaceTable.frameHeadShare * (crown / (crown + FramingMeter.chin))
        let usualAbove = FaceTable.frameHeadShare * FramingMeter.crown / usual
        eyeLine = FaceTable.frameEyeLine - usualAbove + above
        let shoulders = reach.shoulders.map { ($0.lowerBound + $0.upperBound) / 2 }
        pull = shoulders.map { ($0 - place.middle.x) * Self.pullShare } ?? 0
    }
}

extension PhotoBox {
    /// The distance from the middle to each side of the bounding box once the box is turned around its middle,
    /// in degrees.
    fileprivate func halfExtent(turnedBy degrees: Double) -> SIMD2<Double> {
        let angle = abs(degrees) * .pi / 180
        return SIMD2(
            width * cos(angle) + height * sin(angle), width * sin(angle) + height * cos(angle)) / 2
    }
}
