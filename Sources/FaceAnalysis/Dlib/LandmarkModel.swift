import CFaceAnalysis

/// A shape predictor of dlib's that places 5 or 68 points on a face.
@safe
final class LandmarkModel: @unchecked Sendable {
    // Safe: loaded in init, only read after it, freed in deinit; dlib's predictor has no mutable
    // state.
    private let model: OpaquePointer
    private let count: Int

    /// Reads the file at `path`; blocks, for half a second with the common file of 68 points.
    init(path: String) throws(FaceAnalysisError) {
        guard let model = unsafe headshot_landmarks_load(path) else {
            throw .landmarksUnreadable(path: path)
        }
        unsafe self.model = unsafe model
        count = unsafe Int(headshot_landmarks_count(model))
        guard count == 5 || count == 68 else {
            throw .landmarksUnsupported(path: path, points: count)
        }
    }

    deinit {
        unsafe headshot_landmarks_free(model)
    }

    /// The points of the face in a box, in the order of the model's kind.
    func points(
        of face: DetectedFace, in picture: GreyRaster
    ) throws(FaceAnalysisError) -> [SIMD2<Double>] {
        var box = headshot_face(
            left: face.left, top: face.top, width: face.width, height: face.height, score: 0,
            view: 0)
        var coordinates = [Double](repeating: 0, count: 2 * count)
        let status = unsafe headshot_landmarks_find(
            model, picture.pixels, Int32(picture.width), Int32(picture.height), &box, &coordinates,
            Int32(count))
        guard status == 0 else { throw .detectorFailed }
        return (0..<count).map { [coordinates[2 * $0], coordinates[2 * $0 + 1]] }
    }
}
