import FoundationEssentials
public import Ground
public import Nets

extension PersonReach {
    /// Looks once at the area around a head; blocks for 20 milliseconds.
    ///
    /// - Parameters:
    ///   - photo: The whole photo, or the part that matters.
    public init(in photo: HeadshotCrop, nets: Nets) {
        let near = Surroundings(of: photo)
        let copy = FineCopy(of: near.crop)
        let all = Window(of: copy.colours)
        let look = PersonNet(net: nets.segmentation).look(at: copy.colours, all)
        let likelihood = Plane(width: copy.colours.width, height: copy.colours.height) { x, y in
            look.value(all, Float(x) + 0.5, Float(y) + 0.5)
        }
        let body = MainBody(in: Mask(likelihood, where: { $0 > 0.5 }), copy.head).mask
        let step = Double(copy.step)
        self.init(
            crown: Self.crown(of: body, likelihood, copy.head).map { near.top + Double($0) * step },
            shoulders: Self.shoulders(of: body, copy.head).map { ends in
                near.left + Double(ends.lowerBound) * step...near.left + Double(ends.upperBound)
                    * step
            }, background: body.count > 0 ? Self.background(of: copy, likelihood) : nil)
    }

    /// Colours of the places that are unlikely to show the person, and not near to any that may.
    private static func background(of copy: FineCopy, _ likelihood: Plane) -> [SIMD3<UInt8>] {
        let distances = Mask(likelihood, where: { $0 > 0.1 }).distances()
        let width = copy.colours.width
        let spacing = max(1, width / samplesAcross)
        return distances.values.indices.compactMap { index in
            guard index % width % spacing == 0, index / width % spacing == 0,
                distances.values[index] > clearance * copy.head.unit
            else { return nil }
            let colour = copy.colours.values[index] * 255
            return SIMD3(
                UInt8(clamping: Int(colour.x.rounded())), UInt8(clamping: Int(colour.y.rounded())),
                UInt8(clamping: Int(colour.z.rounded())))
        }
    }

    /// Enough to know the light of a wall.
    private static let samplesAcross = 160
    /// In eye distances: light that falls on a wall beside a person is tinted by skin and clothes.
    private static let clearance: Float = 0.25

    /// The topmost point reached without a gap from the eyes.
    private static func crown(of body: Mask, _ likelihood: Plane, _ head: Head) -> Float? {
        let reach = 0.6 * head.unit
        var top: (x: Int, y: Int)?
        for x in 0..<body.width where abs(Float(x) + 0.5 - head.x) < reach {
            guard var y = body.row(of: head), body[x, y] else { continue }
            while y > 0, body[x, y - 1] { y -= 1 }
            if y < top?.y ?? .max { top = (x, y) }
        }
        guard let top, top.y > 1 else { return nil }
        // At the end of the head, likely becomes unlikely within a third of the eye distance.
        let half = Int(0.17 * head.unit) + 1
        guard likelihood[top.x, min(top.y + half, body.height - 1)] > 0.8,
            likelihood[top.x, max(top.y - half, 0)] < 0.2
        else { return nil }
        return Float(top.y)
    }

    /// What is reached without a gap to both sides, at the shoulders' usual depth below the eyes.
    private static func shoulders(of body: Mask, _ head: Head) -> ClosedRange<Float>? {
        let (x, y) = (Int(head.x), Int(head.y + shoulderDepth * head.unit))
        guard x >= 0, x < body.width, y >= 0, y < body.height, body[x, y] else { return nil }
        var (left, right) = (x, x)
        while left > 0, body[left - 1, y] { left -= 1 }
        while right + 1 < body.width, body[right + 1, y] { right += 1 }
        guard left > 0, right + 1 < body.width else { return nil }
        return Float(left)...Float(right + 1)
    }

    /// In eye distances below the eyes.
    private static let shoulderDepth: Float = 3.2
}

/// The part of a photo with a head, its hair and the shoulders.
private struct Surroundings {
    let left: Double
    let top: Double
    let crop: HeadshotCrop

    /// How far it extends from the middle of the head, in eye distances.
    private static let (side, above, below) = (4.6, 3.3, 3.7)

    init(of photo: HeadshotCrop) {
        let (head, unit) = (photo.head, max(photo.eyeDistance, 1))
        let column = { (x: Double) in Int(min(max(x, 0), Double(photo.width))) }
        let row = { (y: Double) in Int(min(max(y, 0), Double(photo.height))) }
        // At least a pixel, wherever the head is said to be.
        let left = min(column(head.x - Self.side * unit), photo.width - 1)
        let top = min(row(head.y - Self.above * unit), photo.height - 1)
        let right = max(column(head.x + Self.side * unit), left + 1)
        let bottom = max(row(head.y + Self.below * unit), top + 1)
        var rgb = Data(capacity: (right - left) * (bottom - top) * 3)
        for y in top..<bottom {
            let first = photo.rgb.startIndex + (y * photo.width + left) * 3
            rgb.append(photo.rgb[first..<first + (right - left) * 3])
        }
        (self.left, self.top) = (Double(left), Double(top))
        crop = HeadshotCrop(
            width: right - left, height: bottom - top, rgb: rgb,
            head: [head.x - Double(left), head.y - Double(top)], eyeDistance: photo.eyeDistance)
    }
}

extension Mask {
    fileprivate subscript(x: Int, y: Int) -> Bool { isIn[y * width + x] }

    /// The row of the eyes; nil if it is not in the picture.
    fileprivate func row(of head: Head) -> Int? {
        let y = Int(head.y)
        return y >= 0 && y < height ? y : nil
    }
}
