import Foundation
import Ground
import Studio
import Imaging
import Validation

/// One way to make a crop worse, or other than it is.
struct Disturbance {
    enum Kind {
        case light(Double), grey, jpeg(Int), noise(Double), blur(Double), mirror, roll(Double)
    }

    let name: String
    let kind: Kind

    static let all = [
        Disturbance(name: "light x 0.25", kind: .light(0.25)),
        Disturbance(name: "light x 1.6", kind: .light(1.6)),
        Disturbance(name: "grey", kind: .grey), Disturbance(name: "JPEG of 10", kind: .jpeg(10)),
        Disturbance(name: "noise of 30", kind: .noise(30)),
        Disturbance(name: "blur of 4 px", kind: .blur(4)),
        Disturbance(name: "mirrored", kind: .mirror),
        Disturbance(name: "rolled by 15", kind: .roll(15)),
    ]

    func crop(of subject: Subject) async throws -> HeadshotCrop {
        let crop = subject.crop
        switch kind {
        case .light(let gain): return subject.studioCrop(crop.rgb.levels { $0 * gain })
        case .grey: return subject.studioCrop(crop.rgb.grey())
        case .jpeg(let quality):
            let bytes = try await crop.jpeg(of: crop.rgb, quality: quality)
            guard let pixels = try await PhotoPixels.of(bytes) else {
                throw FiguresError.unusable(name)
            }
            return subject.studioCrop(pixels.rgb)
        case .noise(let sigma): return subject.studioCrop(crop.rgb.noisy(sigma))
        case .blur(let sigma):
            return subject.studioCrop(crop.rgb.blurred(sigma, width: crop.width))
        case .mirror, .roll:
            let head = place(crop.head.x, crop.head.y, crop.width, crop.height, backwards: true)
            return subject.studioCrop(
                crop.rgb.moved(crop.width) { x, y in
                    place(x, y, crop.width, crop.height)
                }, head: head)
        }
    }

    /// Of what either takes for the person, the part that both do, where both can see it.
    func overlap(_ before: [Float], _ after: [Float], width: Int) -> Double {
        let height = before.count / width
        var (both, either) = (0, 0)
        for y in 0..<height {
            for x in 0..<width {
                let source = place(Double(x), Double(y), width, height)
                let (column, row) = (Int(source.x.rounded()), Int(source.y.rounded()))
                guard column >= 0, column < width, row >= 0, row < height else { continue }
                let (one, other) = (before[row * width + column] > 0.5, after[y * width + x] > 0.5)
                if one && other { both += 1 }
                if one || other { either += 1 }
            }
        }
        return Double(both) / Double(max(either, 1))
    }

    /// Where in the crop a pixel of the disturbed one comes from.
    private func place(
        _ x: Double, _ y: Double, _ width: Int, _ height: Int, backwards: Bool = false
    ) -> SIMD2<Double> {
        switch kind {
        case .mirror: return [Double(width - 1) - x, y]
        case .roll(let degrees):
            let angle = (backwards ? degrees : -degrees) * .pi / 180
            let middle = SIMD2(Double(width) / 2, Double(height) / 2)
            let from = SIMD2(x, y) - middle
            return middle
                + SIMD2(
                    from.x * cos(angle) - from.y * sin(angle),
                    from.x * sin(angle) + from.y * cos(angle))
        default: return [x, y]
        }
    }
}
