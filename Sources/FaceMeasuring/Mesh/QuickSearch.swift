import Nets

/// Searches for a single person with two small nets, and decides where dlib is needed.
///
/// The detector's net finds one face where there are two as soon as they are small in its window. So a face
/// counts as the only one if it is large in the picture, and if windows small enough to show any other face
/// that counts show none. Measured: 41 of 43 photos of one person needed nothing else, and 24 pictures without
/// a face showed none.
struct QuickSearch {
    /// A face that the mesh has confirmed.
    struct Confirmed: Sendable {
        let candidate: FaceCandidate
        let mesh: FaceMesh
    }

    /// The result of a search.
    enum Verdict: Sendable {
        case alone(Confirmed)
        /// Nothing, something uncertain, or several faces; holds the confirmed ones, the widest first.
        case unsure([Confirmed])
    }

    /// Measured: 43 of 43 faces that are a tenth of the picture or wider have 0.79 or more.
    private static let sureCandidate = 0.7
    static let sureMesh = 0.9
    /// The least score at which the mesh confirms a face.
    static let leastMesh = 0.5
    /// A refused candidate may still be half a face if both nets score it at least this high; measured on 71
    /// photos: none with one person or none has such a candidate.
    private static let suspiciousCandidate = 0.5
    private static let suspiciousMesh = 0.1
    /// The least width of a face, divided by the picture's longer side; below it, dlib is faster than all the
    /// windows.
    private static let leastShare = 0.12
    /// The side of a window in widths of the face: a face ``FineSearch/countingShare`` as wide fills a ninth.
    private static let windowSide = 3.0
    /// How far windows overlap, as a share of their side: a face there is complete in one of them.
    private static let windowOverlap = 1.0 / 3

    private let picture: Picture
    private let nets: Nets
    private var confirmed: [Confirmed] = []
    private var refused: [(candidate: FaceCandidate, isSuspicious: Bool)] = []

    /// Searches a picture; blocks for 10 to 60 milliseconds.
    static func search(_ picture: Picture, with nets: Nets) -> Verdict {
        var search = QuickSearch(picture: picture, nets: nets)
        return search.verdict()
    }

    private mutating func verdict() -> Verdict {
        look(in: picture.longSide)
        guard confirmed.count == 1, let main = confirmed.first, isSure(main) else {
            return .unsure(byWidth)
        }
        let side = Self.windowSide * main.candidate.width
        if side < Double(picture.longSide) { look(in: Int(side.rounded())) }
        let counts = FineSearch.countingShare * main.candidate.width
        let isAlone =
            confirmed.allSatisfy {
                $0.candidate.score == main.candidate.score || $0.candidate.width < counts
            }
            && refused.allSatisfy { !$0.isSuspicious || $0.candidate.width < counts }
        return isAlone ? .alone(main) : .unsure(byWidth)
    }

    private func isSure(_ face: Confirmed) -> Bool {
        face.candidate.score >= Self.sureCandidate && face.mesh.score >= Self.sureMesh
            && face.candidate.width >= Self.leastShare * Double(picture.longSide)
    }

    private var byWidth: [Confirmed] {
        confirmed.sorted { $0.candidate.width > $1.candidate.width }
    }

    /// Looks into windows of the given side over the whole picture, and confirms or refuses what is in them.
    private mutating func look(in side: Int) {
        let step = Double(side) / Double(FaceCandidateFinder.side)
        let longSide = max(1, Int((Double(picture.longSide) / max(1, step)).rounded()))
        let patch = Patch(over: (picture.width, picture.height), longSide: longSide)
        let small = patch.colours(of: picture)
        let finder = FaceCandidateFinder(net: nets.detector)
        for y in Self.starts(over: small.height) {
            for x in Self.starts(over: small.width) {
                for candidate in finder.candidates(in: small, x: x, y: y) {
                    judge(candidate.placed(by: patch))
                }
            }
        }
    }

    /// Where windows start along a side so that they cover it.
    private static func starts(over length: Int) -> [Int] {
        let window = FaceCandidateFinder.side
        guard length > window else { return [0] }
        let reach = Double(window) * (1 - windowOverlap)
        let steps = Int((Double(length - window) / reach).rounded(.up))
        return (0...steps).map { (length - window) * $0 / steps }
    }

    private mutating func judge(_ candidate: FaceCandidate) {
        guard !confirmed.contains(where: { candidate.isSameFace(as: $0.candidate) }),
            !refused.contains(where: { candidate.isSameFace(as: $0.candidate) })
        else { return }
        guard
            let mesh = FaceMesh(on: candidate, in: picture, net: nets.mesh)?
                .wayUp(in: picture, net: nets.mesh)
        else { return }
        guard mesh.score >= Self.leastMesh else {
            let isSuspicious =
                candidate.score >= Self.suspiciousCandidate && mesh.score >= Self.suspiciousMesh
            refused.append((candidate, isSuspicious))
            return
        }
        // A false detection beside a face can lead the mesh to that same face.
        guard !confirmed.contains(where: { $0.mesh.isSameFace(as: mesh) }) else { return }
        confirmed.append(Confirmed(candidate: candidate, mesh: mesh))
    }
}

extension FaceCandidate {
    /// Whether the centre of each box is inside the other.
    fileprivate func isSameFace(as other: FaceCandidate) -> Bool {
        let way = middle - other.middle
        return max(abs(way.x), abs(way.y)) < max(width, other.width) / 2
    }
}

extension FaceMesh {
    /// Whether the centre of each face is inside the other.
    fileprivate func isSameFace(as other: FaceMesh) -> Bool {
        let (own, others) = (middle, other.middle)
        return (own - others).length < max(width, other.width) / 2
    }

    private var middle: SIMD2<Double> {
        points.reduce(SIMD2.zero) { $0 + $1.flat } / Double(points.count)
    }

    private var width: Double { distance(.cheekLeft, .cheekRight) }
}
