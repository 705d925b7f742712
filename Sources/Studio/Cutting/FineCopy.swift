import FoundationEssentials
import Ground

/// A copy of a crop, for everything that does not need the crop's full resolution.
struct FineCopy {
    /// Red, green and blue, 0 to 1, and 1.
    let colours: Field
    /// The number of the crop's pixels along a side for each of these.
    let step: Int
    /// Where the head is in these pixels.
    let head: Head

    /// Larger crops are copied at half their size: the net sees even less, and no difference is visible.
    private static let mostPixels = 400_000

    init(colours: Field, step: Int, head: Head) {
        (self.colours, self.step, self.head) = (colours, step, head)
    }

    init(of crop: HeadshotCrop) {
        step = crop.width * crop.height > Self.mostPixels ? 2 : 1
        let whole = (width: crop.width, height: crop.height)
        let step = step
        let bytes = crop.rgb.span
        colours = Field(
            width: (whole.width + step - 1) / step, height: (whole.height + step - 1) / step
        ) { index in
            let width = (whole.width + step - 1) / step
            let (left, top) = (index % width * step, index / width * step)
            var sum = SIMD4<Float>.zero
            for y in top..<min(top + step, whole.height) {
                for x in left..<min(left + step, whole.width) {
                    let first = (y * whole.width + x) * 3
                    sum += SIMD4(
                        Float(bytes[first]), Float(bytes[first + 1]), Float(bytes[first + 2]), 255)
                }
            }
            return sum / sum.w
        }
        head = Head(
            x: Float(crop.head.x) / Float(step), y: Float(crop.head.y) / Float(step),
            unit: max(Float(crop.eyeDistance) / Float(step), 1))
    }
}

/// Where the head is, in pixels of a picture or of a copy of it.
struct Head {
    /// The middle of the head, at eye level.
    let x: Float
    let y: Float
    /// The distance between the eyes.
    let unit: Float

    /// The same in a copy of half the size.
    var halved: Head { Head(x: x / 2, y: y / 2, unit: unit / 2) }

    /// The distance of a point from the middle of the face; up to 1 it certainly is in the face.
    func faceReach(_ x: Float, _ y: Float) -> Float {
        let across = (x - self.x) / (0.75 * unit)
        let down = (y - self.y - 0.3 * unit) / (1.15 * unit)
        return across * across + down * down
    }
}
