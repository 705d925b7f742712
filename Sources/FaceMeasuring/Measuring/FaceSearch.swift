import Glibc
import FaceFacts
import Nets

/// A face that counts, found by either detector, in pixels of the picture.
struct FoundFace: Sendable {
    let left: Double
    let top: Double
    let width: Double
    let height: Double
    /// How likely it is a face, 0 to 1.
    let confidence: Double
    /// dlib's own box and view, if dlib found it.
    let detected: DetectedFace?
    /// Its points, if they have been placed.
    let mesh: FaceMesh?
}

/// Finds the faces that count: with small nets if they are sure of a single person, otherwise with dlib.
struct FaceSearch {
    /// The faces found, the widest first.
    let faces: [FoundFace]
    /// The quarter turns clockwise after which a face was found; unless they are 0, its place is unknown.
    let quarterTurns: Int?
}

extension FaceSearch {
    /// Searches a picture; blocks for 10 to 60 milliseconds if the nets are sure, otherwise for 20 to 300.
    init(in picture: Picture, nets: Nets?) throws(FaceAnalysisError) {
        // A picture without vertical edges has no face, and searching it to the end is slow.
        guard !picture.whole.hasPlainRows else {
            self.init(faces: [], quarterTurns: nil)
            return
        }
        let quick = nets.map { QuickSearch.search(picture, with: $0) }
        if case .alone(let face) = quick {
            self.init([face])
            return
        }
        let fine = try FineSearch(in: picture.whole.grey())
        // dlib recognises fewer views than the nets do.
        let known = quick.map(Self.sureFaces) ?? []
        if known.count > fine.faces.count {
            self.init(known)
        } else {
            self.init(faces: fine.faces.map(FoundFace.init), quarterTurns: fine.quarterTurns)
        }
    }

    /// The faces that the nets are sure of, the widest first, without those too narrow to count.
    private static func sureFaces(_ verdict: QuickSearch.Verdict) -> [QuickSearch.Confirmed] {
        guard case .unsure(let seen) = verdict else { return [] }
        let sure = seen.filter { $0.mesh.score >= QuickSearch.sureMesh }
        guard let widest = sure.first else { return [] }
        let counts = FineSearch.countingShare * widest.candidate.width
        return sure.filter { $0.candidate.width >= counts }
    }

    /// The nets recognise faces in any orientation; of a face on its side, only its quarter turns are reported.
    private init(_ faces: [QuickSearch.Confirmed]) {
        let turns = faces.first?.mesh.quarterTurns ?? 0
        self.faces = turns == 0 ? faces.map(FoundFace.init) : []
        quarterTurns = turns
    }
}

extension FoundFace {
    fileprivate init(_ face: QuickSearch.Confirmed) {
        let mesh = face.mesh
        let points = [.browLeft, .browRight, .chin, .cheekLeft, .cheekRight].map { mesh[$0].flat }
        let low = points.reduce(points[0], pointwiseMin)
        let high = points.reduce(points[0], pointwiseMax)
        self.init(
            left: low.x, top: low.y, width: high.x - low.x, height: high.y - low.y,
            confidence: mesh.score.rounded(to: 2), detected: nil, mesh: mesh)
    }

    fileprivate init(_ face: DetectedFace) {
        self.init(
            left: face.left, top: face.top, width: face.width, height: face.height,
            confidence: face.confidence, detected: face, mesh: nil)
    }
}

extension DetectedFace {
    /// The score as a confidence: 0.5 at the detector's own threshold.
    var confidence: Double { (1 / (1 + exp(-3 * score))).rounded(to: 2) }
}
