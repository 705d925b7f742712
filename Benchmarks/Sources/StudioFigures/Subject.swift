import FaceFacts
import FaceMeasuring
import Foundation
import Ground
import Studio
import Imaging
import Validation

/// A person in a photo, cropped and lit as for a headshot.
struct Subject {
    let crop: HeadshotCrop
    /// The faces that are seen in the crop.
    let faces: Int
    /// The degrees by which the head is turned; nil where they are not known.
    let yaw: Double?

    /// Nil where no face is seen.
    init?(_ photo: Data, _ setup: Setup) async throws {
        guard let pixels = try await PhotoPixels.of(photo) else { return nil }
        let facts = try setup.analyzer.analyze(pixels).facts
        guard let place = HeadPlace(facts) else { return nil }
        let extent = PersonReach(
            in: HeadshotCrop(
                width: pixels.width, height: pixels.height, rgb: pixels.rgb,
                head: SIMD2(place.middle.x, place.middle.y) / pixels.scale,
                eyeDistance: place.eyeDistance / pixels.scale), nets: setup.nets)
        let reach = PersonReach(
            crown: extent.crown.map { $0 * pixels.scale },
            shoulders: extent.shoulders.map {
                $0.lowerBound * pixels.scale...$0.upperBound * pixels.scale
            }, background: extent.background)
        guard
            let plan = try setup.analyzer.headshotPlan(for: facts, in: pixels, reach: reach)
        else { return nil }
        guard let crop = try await HeadshotMaker.crop(of: photo, plan) else { return nil }
        self.crop = crop
        yaw = facts.pose.flatMap { $0.yaw.unit == .degrees ? $0.yaw.value : nil }
        faces = facts.faces.count { face in
            let x = face.box.left + face.box.width / 2
            let y = face.box.top + face.box.height / 2
            return x > plan.left && x < plan.left + plan.width && y > plan.top
                && y < plan.top + plan.height
        }
    }

    /// The crop with other pixels, whose head is elsewhere where that is told.
    func studioCrop(_ rgb: Data? = nil, head: SIMD2<Double>? = nil) -> HeadshotCrop {
        HeadshotCrop(
            width: crop.width, height: crop.height, rgb: rgb ?? crop.rgb, head: head ?? crop.head,
            eyeDistance: crop.eyeDistance)
    }
}
