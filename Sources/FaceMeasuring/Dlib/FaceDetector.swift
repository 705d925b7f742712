import Glibc
import CFaceAnalysis

/// A face as the detector reports it, in pixels of its input.
struct DetectedFace: Sendable, Equatable {
    /// The views that the detector was trained on; left and right are the picture's.
    enum View: Int32, Sendable {
        case front, noseToLeft, noseToRight, rolledCounterClockwise, rolledClockwise
    }

    var left: Double
    var top: Double
    var width: Double
    var height: Double
    /// The detector's score; 0 is its own threshold.
    let score: Double
    let view: View

    var middle: SIMD2<Double> { [left + width / 2, top + height / 2] }
}

/// How well the views of a turned head fit one face.
struct ViewScores: Sendable, Equatable {
    let noseToLeft: Double
    let noseToRight: Double
    /// The face, located more precisely than by a search.
    let face: DetectedFace
}

/// dlib's frontal face detector; every call blocks.
enum FaceDetector {
    /// More faces than any photo of one person has.
    private static let capacity = 64

    /// Reads the detector's weights, once a process; takes some milliseconds.
    static func warmUp() throws(FaceAnalysisError) {
        guard headshot_face_warm_up() == 0 else { throw .detectorFailed }
    }

    /// Whether the weights are those of the dlib that is installed; unpacks dlib's own, which takes half a second.
    static func isCurrent() -> Bool { headshot_face_detector_is_current() == 1 }

    /// As many sizes as there can be.
    private static let allSizes = 100

    /// The faces at least 80 pixels wide that score at least `threshold`, best first.
    ///
    /// - Parameter share: Larger faces are found in a reduced picture: down to this share along a side; without
    ///   it, faces of any size are found.
    static func faces(
        in picture: GreyRaster, threshold: Double, downTo share: Double? = nil
    ) throws(FaceAnalysisError) -> [DetectedFace] {
        let empty = headshot_face(left: 0, top: 0, width: 0, height: 0, score: 0, view: 0)
        var found = [headshot_face](repeating: empty, count: capacity)
        // Each size is five sixths of the one before, along a side.
        let sizes = share.map { Int((log($0) / log(5.0 / 6)).rounded(.up)) } ?? allSizes
        let count = unsafe headshot_face_detect(
            picture.pixels, Int32(picture.width), Int32(picture.height), threshold,
            Int32(clamping: sizes), &found, Int32(capacity))
        guard count >= 0 else { throw .detectorFailed }
        return found.prefix(Int(count)).compactMap(DetectedFace.init)
    }

    /// The views of the one face in the middle of a crop 1.9 faces wide; nil if there is none.
    static func views(in crop: GreyRaster) -> ViewScores? {
        var views = headshot_views()
        let status = unsafe headshot_face_views(
            crop.pixels, Int32(crop.width), Int32(crop.height), &views)
        guard status == 0, let face = DetectedFace(views.face) else { return nil }
        return ViewScores(
            noseToLeft: views.scores.1, noseToRight: views.scores.2, face: face)
    }
}

extension DetectedFace {
    /// Nil for a view that dlib does not have.
    fileprivate init?(_ face: headshot_face) {
        guard let view = View(rawValue: face.view) else { return nil }
        self.init(
            left: face.left, top: face.top, width: face.width, height: face.height,
            score: face.score, view: view)
    }
}
