import Decoding
import FaceFacts
import FaceMeasuring
import FoundationEssentials
import Ground
import Imaging
import Studio
import Validation

extension PictureWork {
    /// Judges a photo, and makes a headshot around its face.
    func made(_ bytes: Data, _ backdrop: Backdrop) async throws -> PictureReply {
        var (reply, pixels) = try await judged(bytes)
        // Nothing is sent, so findings about the photo as sent are dropped.
        reply.inspection = Inspection(
            facts: reply.inspection.facts,
            findings: reply.inspection.findings.filter { $0.rule != PictureRule.sentSide.rawValue })
        guard let pixels, let facts = reply.analysis?.facts,
            let plan = try analyzer.headshotPlan(
                for: facts, in: pixels, reach: reach(of: facts, in: pixels)),
            let crop = try await HeadshotMaker.crop(of: bytes, plan)
        else { return reply }
        let (picture, making) = cutOut(of: crop, plan, facts, backdrop)
        reply.making = making
        // The pixels of the crop are freed before the picture is encoded.
        reply.picture =
            if let picture { try await crop.jpeg(of: picture) } else {
                try await crop.softenedJPEG()
            }
        return reply
    }

    /// How far the person extends in the photo, by the net; unknown without nets.
    private func reach(of facts: FaceFacts, in pixels: PhotoPixels) -> PersonReach {
        guard let nets, let place = HeadPlace(facts) else { return PersonReach() }
        let scale = pixels.scale
        let extent = PersonReach(
            in: HeadshotCrop(
                width: pixels.width, height: pixels.height, rgb: pixels.rgb,
                head: SIMD2(place.middle.x, place.middle.y) / scale,
                eyeDistance: place.eyeDistance / scale), nets: nets)
        return PersonReach(
            crown: extent.crown.map { $0 * scale },
            shoulders: extent.shoulders.map { $0.lowerBound * scale...$0.upperBound * scale },
            background: extent.background)
    }

    /// The person in front of the backdrop; nil if none is wanted, or it would not look natural.
    ///
    /// Blocks, since a decoding process does one thing after another.
    private func cutOut(
        of crop: HeadshotCrop, _ plan: HeadshotPlan, _ facts: FaceFacts, _ backdrop: Backdrop
    ) -> (Data?, HeadshotMaking) {
        guard backdrop != .own else {
            return (nil, HeadshotMaking(backdrop: .own, wanted: .own))
        }
        guard let nets else {
            return (
                nil, HeadshotMaking(backdrop: .own, wanted: backdrop, refusal: .modelsMissing)
            )
        }
        let cutOut = CutOut(
            of: crop, faces: plan.facesShown(of: facts), yaw: facts.pose?.yawInDegrees, nets: nets)
        let making = HeadshotMaking(
            backdrop: cutOut.refusal == nil ? backdrop : .own, wanted: backdrop,
            refusal: cutOut.refusal, figures: cutOut.figures)
        return (cutOut.refusal == nil ? cutOut.picture(on: backdrop) : nil, making)
    }
}

extension Pose {
    /// How far the nose points to the right; nil if it is not known in degrees.
    fileprivate var yawInDegrees: Double? { yaw.unit == .degrees ? yaw.value : nil }
}

extension HeadshotPlan {
    /// How many of the faces in a photo can be seen in the headshot.
    fileprivate func facesShown(of facts: FaceFacts) -> Int {
        facts.faces.count { face in
            let x = face.box.left + face.box.width / 2
            let y = face.box.top + face.box.height / 2
            return x > left && x < left + width && y > top && y < top + height
        }
    }
}
