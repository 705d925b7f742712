import Glibc

/// Two bell curves of colour around each point of an outline, the person's and the wall's, on a grid of half the
/// outline's size.
struct ColourModel {
    /// The axis, as a function of a colour that is 0 at the wall's mean and 1 at the person's.
    private let axis: Field
    /// The variances of the person and of the wall along it, and the trust in more and in less of the person.
    private let spread: Field
    /// The wall's mean, and how likely the outline thinks that the person is there.
    private let wall: Field
    /// The person's mean seen from the wall's.
    private let step: Field
    /// The inverse of both covariances' sum: its diagonal, and the rest.
    private let own: Field
    private let mutual: Field

    /// What is this far inside is surely the person, and what is that far outside surely the wall.
    private static let inside: Float = 0.18
    private static let outside: (Float, Float) = (0.1, 0.19)
    /// Over how far colours are summed up: those of hair change sooner than those of walls.
    private static let personSigma: Float = 0.22
    private static let wallSigma: Float = 0.35
    /// The width of the band: rims of walls are thin, strands of hair long.
    private static let depth: (Float, Float) = (0.14, 0.24)
    private static let reach: (Float, Float) = (0.25, 0.35)
    /// The noise of a pixel, about 3 of 255 levels; walls of one colour only exist in drawings.
    private static let noise = 0.012
    /// How many standard deviations both means must be apart: 6.5 and more at hair before plain walls, under 4 where
    /// walls have patterns, folds or windows.
    private static let apart: (Float, Float) = (4, 6)
    /// The wall's deviation along the axis, the means being 1 apart: under 0.08 for plain walls, 0.09 for a lawn,
    /// 0.13 for a doorway, 0.24 for windows and flags.
    private static let restless: (more: (Float, Float), less: (Float, Float)) = (
        (0.09, 0.16), (0.08, 0.12)
    )
    /// The wall's deviation in all: with more, highlights of skin look like holes.
    private static let mottled: (Float, Float) = (0.08, 0.14)
    /// Only hair lets the wall through.
    ///
    /// Faces and clothes may have spots of any colour, such as paint or a metal ring, and keep them: within the first reach of the face, and below the second depth.
    private static let face: (Float, Float) = (1.3, 2.3)
    private static let body: (Float, Float) = (1.3, 1.7)
    /// The share of known pixels around that makes a curve known; below the first, rounding would be seen.
    private static let known: (Float, Float) = (0.005, 0.02)

    init(of colours: Field, _ alpha: Plane, _ head: Head) {
        let unit = head.unit
        let within = Mask(alpha, where: { $0 <= 0.95 }).distances()
        let beyond = Mask(alpha, where: { $0 > 0.02 }).distances()
        let person = ColourSpread(
            of: colours, weight: within.map { $0 > Self.inside * unit ? 1 : 0 },
            sigma: Self.personSigma * unit)
        let wall = ColourSpread(
            of: colours,
            weight: beyond.map { smoothStep($0, Self.outside.0 * unit, Self.outside.1 * unit) },
            sigma: Self.wallSigma * unit)
        let inward = Mask(alpha, where: { $0 <= 0.5 }).distances()
        let outward = Mask(alpha, where: { $0 > 0.5 }).distances()
        var fields = [Field](
            repeating: Field(width: alpha.width, height: alpha.height), count: 6)
        for index in alpha.values.indices {
            let (deep, far) = (inward.values[index] / unit, outward.values[index] / unit)
            let band =
                deep > 0
                ? 1 - smoothStep(deep, Self.depth.0, Self.depth.1)
                : 1 - smoothStep(far, Self.reach.0, Self.reach.1)
            let known = min(person.share(index), wall.share(index))
            guard band > 0, known > Self.known.0 else { continue }
            let prior =
                deep > 0
                ? 0.5 + min(deep / Self.depth.1, 1) / 2
                : 0.5 - min(far / Self.reach.1, 1) / 2
            var curves = Self.curves(person, wall, index)
            curves.trust(band * smoothStep(known, Self.known.0, Self.known.1))
            curves.spread.w *= Self.hair(index % alpha.width, index / alpha.width, head)
            fields[0].values[index] = curves.axis
            fields[1].values[index] = curves.spread
            fields[2].values[index] = curves.wall
            fields[2].values[index].w = prior
            fields[3].values[index] = curves.step
            fields[4].values[index] = curves.own
            fields[5].values[index] = curves.mutual
        }
        (axis, spread, self.wall) = (fields[0], fields[1], fields[2])
        (step, own, mutual) = (fields[3], fields[4], fields[5])
    }

    private struct Curves {
        var axis, spread, wall, step, own, mutual: SIMD4<Float>

        mutating func trust(_ share: Float) {
            spread.z *= share
            spread.w *= share
        }
    }

    private static func hair(_ x: Int, _ y: Int, _ head: Head) -> Float {
        let (column, row) = (Float(x) + 0.5, Float(y) + 0.5)
        return smoothStep(head.faceReach(column, row), face.0, face.1)
            * (1 - smoothStep((row - head.y) / head.unit, body.0, body.1))
    }

    @inline(__always)
    private static func curves(
        _ person: ColourSpread, _ wall: ColourSpread, _ index: Int
    ) -> Curves {
        let (front, behind) = (person.covariance(index), wall.covariance(index))
        let mean = wall.mean(index)
        let step = person.mean(index) - mean
        let floor = noise * noise
        let inverse = (front + behind + Symmetric(own: SIMD3(repeating: 4 * floor), mutual: .zero))
            .inverse
        let direction = inverse.times(step)
        let length = max((direction * step).sum(), 1e-9)
        let axis = direction / length
        let grain = floor * (axis * axis).sum()
        let (own, other) = (max(front.along(axis), 0) + grain, max(behind.along(axis), 0) + grain)
        let deviation = Float(other.squareRoot())
        let trust = smoothStep(Float(1 / (own + other).squareRoot()), apart.0, apart.1)
        let more = trust * (1 - smoothStep(deviation, restless.more.0, restless.more.1))
        let less =
            trust * (1 - smoothStep(deviation, restless.less.0, restless.less.1))
            * (1 - smoothStep(Float(behind.own.sum().squareRoot()), mottled.0, mottled.1))
        return Curves(
            axis: packed(axis, -(axis * mean).sum()),
            spread: SIMD4(Float(own), Float(other), more, less), wall: packed(mean),
            step: packed(step), own: packed(inverse.own), mutual: packed(inverse.mutual))
    }

    @inline(__always)
    private static func packed(_ value: SIMD3<Double>, _ last: Double = 0) -> SIMD4<Float> {
        SIMD4(Float(value.x), Float(value.y), Float(value.z), Float(last))
    }

    /// The same for the pixels of the outline, row by row.
    struct Rows {
        private var axis, spread, wall, step, own, mutual: RowEnlarger

        /// Shares are tried in steps of one of so many.
        private static let tries = 10
        /// Most pixels are the one or the other: a mixture is this many times less likely.
        private static let mixing: Float = 4.5
        /// How much the outline's opinion counts.
        private static let trustInOutline: Float = 1.5
        /// The squared distance from the mixture, in standard deviations, that a third colour has.
        private static let misfit: (Float, Float) = (6, 16)

        init(of model: ColourModel, width: Int) {
            axis = RowEnlarger(model.axis, step: 2, width: width)
            spread = RowEnlarger(model.spread, step: 2, width: width)
            wall = RowEnlarger(model.wall, step: 2, width: width)
            step = RowEnlarger(model.step, step: 2, width: width)
            own = RowEnlarger(model.own, step: 2, width: width)
            mutual = RowEnlarger(model.mutual, step: 2, width: width)
        }

        mutating func move(to y: Int) {
            axis.move(to: y)
            spread.move(to: y)
            wall.move(to: y)
            step.move(to: y)
            own.move(to: y)
            mutual.move(to: y)
        }

        /// How far a larger and a smaller share of the person can be trusted.
        @inline(__always)
        func trust(_ x: Int) -> (more: Float, less: Float) { (spread[x].z, spread[x].w) }

        /// The person's share of a pixel of that colour, and how well the mixture explains the colour, 0 to 1.
        @inline(__always)
        func share(_ x: Int, _ colour: SIMD4<Float>) -> (share: Float, fit: Float) {
            let (spread, wall, step) = (spread[x], wall[x], step[x])
            let (front, behind) = (max(spread.x, 1e-6), max(spread.y, 1e-6))
            // Beyond both means nothing is gained, and the curves would come near to 0.
            let place = min(
                max((axis[x] * colour).sum(), -3 * behind.squareRoot()), 1 + 3 * front.squareRoot())
            let odds = min(max(wall.w, 0.02), 0.98)
            let ratio = powf(odds / (1 - odds), Self.trustInOutline / Float(Self.tries))
            var (sum, total, prior): (Float, Float, Float) = (0, 0, 1)
            for number in 0...Self.tries {
                let share = Float(number) / Float(Self.tries)
                let variance = share * share * front + (1 - share) * (1 - share) * behind
                let miss = place - share
                var weight = expf(-0.5 * miss * miss / variance) * prior / variance.squareRoot()
                if number > 0 && number < Self.tries { weight /= Self.mixing }
                prior *= ratio
                sum += weight * share
                total += weight
            }
            let share = sum / max(total, 1e-30)
            let miss = colour - wall - step * share
            let (own, mutual) = (own[x], mutual[x])
            let distance =
                own.x * miss.x * miss.x + own.y * miss.y * miss.y + own.z * miss.z * miss.z
                + 2
                * (mutual.x * miss.x * miss.y + mutual.y * miss.x * miss.z
                    + mutual.z * miss.y * miss.z)
            return (share, 1 - smoothStep(distance, Self.misfit.0, Self.misfit.1))
        }
    }
}
