import Ground

/// Finds the faces that count: first cheaply, then just finely enough not to overlook a second face.
struct FineSearch {
    /// The narrowest face that the detector recognises, in pixels.
    private static let leastFace = 80.0
    /// A face narrower than this share of the widest is a passer-by; measured on group photos.
    static let countingShare = 0.35
    /// No box in 147 pictures without a face scores above -0.13 below 1280 pixels; one scores above 0 at 1280.
    private static let sureScore = 0.2
    /// Half the pixels of the next size that finds as many portraits.
    private static let coarseSide = 400
    /// Beyond this, more pixels find more passers-by and no more portraits.
    private static let finestSide = 1280
    /// Enlarging further does not help the detector.
    private static let mostEnlargement = 4
    /// The size at which faint faces are searched.
    private static let faintSide = 640

    /// The faces found, in pixels of the picture; the widest first.
    var faces: [DetectedFace]
    /// The quarter turns clockwise after which a face was found; unless they are 0, its place is unknown.
    var quarterTurns: Int?

    /// Searches a picture; blocks for 20 to 250 milliseconds.
    init(in picture: GreyRaster) throws(FaceAnalysisError) {
        let finest = min(
            max(picture.longSide, Self.finestSide), picture.longSide * Self.mostEnlargement)
        let coarse = try Self.faces(
            in: picture, side: min(Self.coarseSide, finest), above: Self.sureScore)
        let widest = coarse.map(\.width).max()
        let needed = widest.map {
            Self.leastFace / (Self.countingShare * $0) * Double(picture.longSide)
        }
        let side = min(finest, Int(clamping: needed ?? .infinity, rounding: .up))
        var found = coarse
        if side > Self.coarseSide {
            // If faces were found, larger ones would have been found too.
            let least = coarse.isEmpty ? nil : Self.coarseSide
            found += try Self.faces(
                in: picture, side: side, downTo: least, above: Self.sureScore)
        }
        if found.isEmpty {
            let candidates = try Self.faces(
                in: picture, side: min(finest, Self.faintSide), above: FaintFace.candidateScore)
            found = FaintFace.confirmed(among: candidates, in: picture)
        }
        faces = Self.counting(found)
        quarterTurns = try faces.isEmpty ? Self.turnsWithFace(in: picture) : 0
    }

    private static func faces(
        in picture: GreyRaster, side: Int, downTo least: Int? = nil, above threshold: Double
    ) throws(FaceAnalysisError) -> [DetectedFace] {
        let scaled = picture.resized(longSide: side)
        let factor = Double(picture.longSide) / Double(side)
        let share = least.map { Double($0) / Double(side) }
        return try FaceDetector.faces(in: scaled, threshold: threshold, downTo: share)
            .map { $0.scaled(by: factor) }
    }

    /// One box for each face, the widest first, without those too narrow to count.
    private static func counting(_ found: [DetectedFace]) -> [DetectedFace] {
        var kept: [DetectedFace] = []
        for face in found.sorted(by: { $0.score > $1.score })
        where !kept.contains(where: { $0.isSameFace(as: face) }) {
            kept.append(face)
        }
        let widest = kept.map(\.width).max() ?? 0
        return kept.filter { $0.width >= countingShare * widest }.sorted { $0.width > $1.width }
    }

    /// Photos of people lying down, or with a lost orientation tag, have a face on its side.
    private static func turnsWithFace(in picture: GreyRaster) throws(FaceAnalysisError) -> Int? {
        let small = picture.resized(longSide: min(faintSide, picture.longSide * mostEnlargement))
        for turns in [1, 3, 2] {
            let turned = small.turned(quarterTurns: turns)
            guard try FaceDetector.faces(in: turned, threshold: sureScore).isEmpty else {
                return turns
            }
        }
        return nil
    }
}

extension DetectedFace {
    /// The same face in a picture with larger or smaller pixels.
    func scaled(by factor: Double) -> DetectedFace {
        var face = self
        face.left *= factor
        face.top *= factor
        face.width *= factor
        face.height *= factor
        return face
    }

    /// Whether the centre of each box is inside the other.
    fileprivate func isSameFace(as other: DetectedFace) -> Bool {
        let way = middle - other.middle
        let reach = max(width, other.width) / 2
        return abs(way.x) < reach && abs(way.y) < reach
    }
}
