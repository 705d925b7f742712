import Foundation
import Ground
import Nets
import TestSupport

@testable import Studio

/// The drawn person before a wall, and what is known of it.
struct Scene {
    let person: DrawnPerson
    let crop: HeadshotCrop

    /// - Parameter behind: SVG that is drawn behind the head.
    init(height: Int = 500, behind: String = "", _ wall: (Int, Int) -> SIMD3<Double>) throws {
        person = try DrawnPerson(height: height, behind: behind)
        crop = HeadshotCrop(
            width: person.width, height: person.height, rgb: person.before(wall),
            head: person.head, eyeDistance: person.eyeDistance)
    }

    func cutOut(faces: Int = 1) throws -> CutOut {
        CutOut(of: crop, faces: faces, yaw: 0, nets: try Models.nets.get())
    }

    /// The pixels whose distance to the drawn outline is at most that, from outside.
    func isNear(_ x: Int, _ y: Int, within reach: Int) -> Bool {
        (-reach...reach).contains { down in
            (-reach...reach).contains { across in
                let (column, row) = (x + across, y + down)
                return column >= 0 && column < person.width && row >= 0 && row < person.height
                    && person.opacity(column, row) > 0
            }
        }
    }
}

extension Data {
    /// The colour of a pixel, 0 to 255.
    func colour(_ index: Int) -> SIMD3<Double> {
        SIMD3(Double(self[index * 3]), Double(self[index * 3 + 1]), Double(self[index * 3 + 2]))
    }

    /// The same as shares, for `Lab`.
    func light(_ index: Int) -> SIMD4<Float> {
        SIMD4(Float(self[index * 3]), Float(self[index * 3 + 1]), Float(self[index * 3 + 2]), 255)
            / 255
    }
}
