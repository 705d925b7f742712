import FaceFacts
import FoundationEssentials
import Ground

/// The part of a photo that frames the head like a good headshot, within the limits of the photo.
enum FrameFit {
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

    /// The plan of a headshot of the largest face, without its tones; nil without a face.
    static func plan(_ facts: FaceFacts, _ reach: PersonReach) -> HeadshotPlan? {
        guard let place = HeadPlace(facts) else { return nil }
        let frame = frame(of: Sitter(place, reach), in: facts)
        var plan = HeadshotPlan(
            left: frame.left, top: frame.top, width: frame.width, height: frame.height, turn: 0,
            headX: place.middle.x, headY: place.middle.y, eyeDistance: place.eyeDistance,
            tones: Data())
        let tilt = facts.eyes?.isApproximate == false ? facts.pose?.roll.value ?? 0 : 0
        let most = min(max(abs(tilt) - naturalTilt, 0), mostTurn)
        // As much of the turn as the photo allows: what lies beyond its edges cannot be shown.
        let turns = [1, 0.75, 0.5, 0.25].map { $0 * (tilt < 0 ? -most : most) }
        let turn = turns.first { turn in
            var turned = plan
            turned.turn = turn
            let (middle, half) = (turned.middle, turned.halfExtent)
            return middle.x >= half.x && middle.y >= half.y && middle.x + half.x <= facts.width
                && middle.y + half.y <= facts.height
        }
        plan.turn = turn ?? 0
        return plan
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
