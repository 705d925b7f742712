public import FoundationEssentials
public import Ground
public import Nets

/// A person cut out of a crop, with measures of how well that worked.
public struct CutOut: Sendable {
    /// How well it worked.
    public let figures: CutOutFigures
    /// Why the result must not be used; nil if a picture would look natural.
    public let refusal: CutOutRefusal?
    /// The crop that it was cut out of.
    let crop: HeadshotCrop
    /// How much each pixel belongs to the person, 0 to 1.
    let alpha: Plane

    private let copy: FineCopy
    private let fineAlpha: Plane

    /// Cuts out the person with the given head; blocks for a quarter of a second with the largest crops.
    ///
    /// - Parameters:
    ///   - faces: The number of faces in the crop.
    ///   - yaw: By how many degrees the head is turned, to either side; nil if unknown.
    public init(of crop: HeadshotCrop, faces: Int, yaw: Double?, nets: Nets) {
        let copy = FineCopy(of: crop)
        let looks = PersonLikelihood(at: copy, PersonNet(net: nets.segmentation))
        let outline = Outline(of: copy, looks.likelihood)
        figures = CutOutFigures(of: outline, copy, looks)
        refusal = CutOutCheck.refusal(of: figures, faces: faces, yaw: yaw)
        alpha = outline.alpha(for: crop)
        fineAlpha = outline.alpha
        (self.crop, self.copy) = (crop, copy)
    }

    /// The person on a backdrop: red, green and blue, 8 bits each, with as many pixels as the crop.
    ///
    /// Always the same for the same crop. Blocks for a quarter of a second with the largest crops.
    public func picture(on backdrop: Backdrop) -> Data {
        switch backdrop {
        case .own: return crop.rgb
        case .studio: return picture(on: StudioBackdrop(width: crop.width, height: crop.height))
        case .blur:
            let colours = BlurredBackground(of: copy, fineAlpha).colours
            return picture(on: RowEnlarger(colours, step: copy.step * 2, width: crop.width))
        }
    }

    private func picture(on rows: some BackdropRows) -> Data {
        var backdrop = rows
        var person = ForegroundRows(
            of: Foreground(of: copy, fineAlpha), step: copy.step, width: crop.width)
        var picture = [UInt8](repeating: 0, count: crop.width * crop.height * 3)
        var bytes = picture.mutableSpan
        let seen = crop.rgb.span
        for y in 0..<crop.height {
            person.move(to: y)
            backdrop.move(to: y)
            for x in 0..<crop.width {
                let index = y * crop.width + x
                let share = alpha.values[index]
                var colour = SIMD4<Float>.zero
                if share > 0 { colour = person.colour(x, seen.colour(index), alpha: share) * share }
                // Pixels of the person have their own grain.
                if share < 1 { colour += (backdrop.colour(x) + Noise.value(x, y)) * (1 - share) }
                bytes.set(index, colour)
            }
        }
        return Data(picture)
    }
}

extension MutableSpan<UInt8> {
    @inline(__always)
    fileprivate mutating func set(_ index: Int, _ colour: SIMD4<Float>) {
        let levels = (colour * 255 + 0.5).clamped(
            lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
        self[index * 3] = UInt8(levels.x)
        self[index * 3 + 1] = UInt8(levels.y)
        self[index * 3 + 2] = UInt8(levels.z)
    }
}

extension CutOut {
    /// How much each pixel belongs to the person, 0 to 1, for measurements.
    package var shares: [Float] { alpha.values }
}
