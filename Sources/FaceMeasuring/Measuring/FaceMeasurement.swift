import FaceFacts
import FoundationEssentials
import Ground
import Nets

/// Analyses a photo's pixels: all steps, in the order in which they depend on each other.
enum FaceMeasurement {
    /// In degrees: smaller tilts make no difference to the views.
    private static let noticeableRoll = 6.0

    /// Analyses a photo; blocks for 30 to 300 milliseconds.
    static func look(
        at pixels: PhotoPixels, from source: PhotoSource, nets: Nets?
    ) throws(FaceAnalysisError) -> (facts: FaceFacts, measures: FaceMeasures?) {
        let (picture, frame) = try oriented(pixels)
        let search = try FaceSearch(in: picture, nets: nets)
        guard let main = search.faces.first else {
            return lying(search.quarterTurns, frame)
        }
        let faces = search.faces.map { Face($0, frame: frame) }
        let seen = seen(main, in: picture, mesh: nets?.mesh)
        guard seen.mesh?.quarterTurns != 2 else { return lying(2, frame) }
        let edgeLook = EdgeLook.face(
            with: seen.eyes, mesh: seen.mesh, in: picture, frame, net: nets?.detector)
        return look(at: seen, and: edgeLook, of: faces, in: picture, frame, source)
    }

    /// A photo without an upright face.
    private static func lying(
        _ turns: Int?, _ frame: PhotoFrame
    ) -> (facts: FaceFacts, measures: FaceMeasures?) {
        let facts = FaceFacts(
            width: frame.originalWidth, height: frame.originalHeight, faces: [],
            quarterTurns: turns.map(frame.quarterTurns))
        return (facts, nil)
    }

    private static func look(
        at seen: SeenFace, and edgeLook: FaceCandidate?, of faces: [Face], in picture: Picture,
        _ frame: PhotoFrame, _ source: PhotoSource
    ) -> (facts: FaceFacts, measures: FaceMeasures?) {
        let eyes = seen.eyes
        let trust = faces.first?.confidence ?? 0
        // Everything on the face is placed by the eyes, and is only as certain as they are.
        let placed = trust * (0.5 + 0.5 * eyes.confidence)
        let chip = FaceChip(of: picture, eyes: eyes)
        let small = SmallPhoto(of: picture)
        let pose = seen.pose(trust: trust, frame: frame)
        let light = LightMeter.light(on: chip, in: small, trust: placed, frame: frame)
        let expression = seen.mesh.flatMap { ExpressionMeter.expression(of: $0, trust: placed) }
        let measures = seen.mesh.map { mesh in
            FaceMeasures(
                ratios: ProportionsMeter.ratios(of: mesh),
                outline: frame.outline(mesh.silhouette))
        }
        let facts = FaceFacts(
            width: frame.originalWidth, height: frame.originalHeight, faces: faces, quarterTurns: 0,
            pose: pose, eyes: Eyes(eyes, frame: frame),
            framing: FramingMeter.framing(
                eyes: eyes, mesh: seen.mesh, edgeLook: edgeLook, trust: placed, frame: frame),
            light: light,
            sharpness: SharpnessMeter.sharpness(of: chip, trust: placed),
            symmetry: SymmetryMeter.symmetry(of: chip, pose: pose, light: light, trust: placed),
            colour: ColourMeter.colour(
                of: chip, eyes: eyes, in: small, light: light, trust: placed),
            background: BackgroundMeter.background(
                around: eyes, in: small, chip: chip, trust: placed),
            expression: expression,
            proportions: measures.flatMap {
                ProportionsMeter.proportions(
                    $0.ratios, pose: pose, expression: expression, eyes: eyes, frame: frame)
            },
            cover: (seen.mesh ?? seen.unsureMesh).flatMap {
                CoverMeter.cover(of: $0, on: chip, in: small, trust: placed)
            },
            capture: CaptureMeter.capture(
                source, eyeDistance: eyes.isApproximate ? nil : eyes.frontalDistance, pose: pose,
                trust: placed, frame: frame))
        return (facts, measures)
    }

    /// Measures a face by its points, or else by dlib's views.
    private static func seen(
        _ face: FoundFace, in picture: Picture, mesh net: Net?
    ) -> SeenFace {
        if let mesh = face.mesh { return SeenFace(mesh, in: picture) }
        guard let detected = face.detected else { preconditionFailure("found by nothing") }
        let (crop, eyes) = placed(detected, in: picture.whole.grey())
        guard let net,
            let mesh = FaceMesh(left: eyes.left, right: eyes.right, in: picture, net: net)?
                .wayUp(in: picture, net: net)
        else { return SeenFace(eyes: eyes, views: crop.views) }
        guard mesh.score >= QuickSearch.leastMesh else {
            return SeenFace(eyes: eyes, views: crop.views, unsureMesh: mesh)
        }
        return SeenFace(mesh, in: picture)
    }

    /// The crop of a face and its eyes; a tilted face is turned upright and looked at again.
    ///
    /// The views that show a head's direction were trained on upright heads.
    private static func placed(
        _ face: DetectedFace, in grey: GreyRaster
    ) -> (crop: FaceCrop, eyes: EyePair) {
        let crop = FaceCrop(of: face, in: grey)
        let eyes = EyePair(in: crop)
        guard abs(eyes.roll) > noticeableRoll, !eyes.isApproximate else { return (crop, eyes) }
        let upright = FaceCrop(of: face, in: grey, roll: -eyes.roll)
        let found = EyePair(in: upright)
        guard found.confidence >= eyes.confidence / 2 else { return (crop, eyes) }
        return (upright, found)
    }

    /// The photo or its mirror image, whichever has more light at the left.
    ///
    /// The detector's cells start at the left, so a mirror image gives slightly different results. Mirroring a
    /// photo must change nothing, so both are analysed the same way round.
    private static func oriented(
        _ pixels: PhotoPixels
    ) throws(FaceAnalysisError) -> (picture: Picture, frame: PhotoFrame) {
        let asHandedIn = try ColourRaster(pixels)
        let isMirrored = asHandedIn.weighsMoreOnTheRight
        let frame = PhotoFrame(
            width: pixels.width, height: pixels.height, scale: pixels.scale, isMirrored: isMirrored)
        return (Picture(isMirrored ? asHandedIn.mirrored() : asHandedIn), frame)
    }
}

extension Face {
    fileprivate init(_ face: FoundFace, frame: PhotoFrame) {
        self.init(
            box: frame.box(
                left: face.left, top: face.top, width: face.width, height: face.height),
            confidence: face.confidence)
    }
}

/// A face with its eyes, and its points if they have been placed, or else how well dlib's views fit.
private struct SeenFace {
    let eyes: EyePair
    var mesh: FaceMesh?
    var views: ViewScores?
    /// Points that may be no face's, as where a mask covers it: good enough to see that something covers it.
    var unsureMesh: FaceMesh?

    func pose(trust: Double, frame: PhotoFrame) -> Pose? {
        guard let mesh else {
            return PoseMeter.pose(views: views, eyes: eyes, trust: trust, frame: frame)
        }
        return MeshPoseMeter.pose(of: mesh, eyes: eyes, trust: trust, frame: frame)
    }
}

extension SeenFace {
    init(_ mesh: FaceMesh, in picture: Picture) {
        self.init(eyes: EyePair(mesh, in: picture), mesh: mesh)
    }
}

extension Eyes {
    fileprivate init?(_ eyes: EyePair, frame: PhotoFrame) {
        guard
            let distance = Measure(
                eyes.distance * frame.scale, .pixels, confidence: eyes.confidence)
        else { return nil }
        let (one, other) = (frame.point(eyes.left), frame.point(eyes.right))
        self.init(
            left: frame.isMirrored ? other : one, right: frame.isMirrored ? one : other,
            distance: distance, isApproximate: eyes.isApproximate)
    }
}

extension ColourRaster {
    init(_ pixels: PhotoPixels) throws(FaceAnalysisError) {
        guard pixels.width > 0, pixels.height > 0, pixels.scale > 0, pixels.scale.isFinite,
            pixels.rgb.count == pixels.width * pixels.height * 3
        else { throw .malformedPixels }
        self.init(width: pixels.width, height: pixels.height, rgb: [UInt8](pixels.rgb))
    }

    /// Whether more of the light is in the right half; a mirror image gives the opposite answer.
    fileprivate var weighsMoreOnTheRight: Bool {
        let half = width / 2 * 3
        var weight = 0
        // Unchecked: both halves lie within a line of three bytes for each pixel.
        let rgb = rgb.span
        for row in 0..<height {
            let left = row * width * 3
            let right = left + (width - width / 2) * 3
            var difference = 0
            for index in stride(from: 1, to: half, by: 3) {
                unsafe difference +=
                    Int(rgb[unchecked: right + index]) - Int(rgb[unchecked: left + index])
            }
            weight += difference
        }
        return weight > 0
    }
}
