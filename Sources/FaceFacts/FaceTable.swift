/// Every threshold, curve and weight of the rules and the score, with its source.
///
/// "Measured" means on about 90 faces: portraits, selfies, official photos, and darkened, blurred and noisy
/// versions of them. The weights are a choice: no people rated the photos.
package enum FaceTable {
    // MARK: The limits of the rules

    // Eye distance in pixels below which the likeness is lost. Measured: 35 pixels is a face of 90.
    static let leastEyeDistance = 35.0
    // Eye distance in pixels at which the likeness is safe. ISO/IEC 29794-5's measure turns at 70; ICAO asks for 90.
    static let safeEyeDistance = 70.0
    // Skin below this L* may be too dark. Measured: good photos 45 to 80, at a twentieth of their light 9 to 20.
    static let darkSkin = 20.0
    // But only if its highlights are below this L* too. Measured: well-lit dark skin has 54 and more.
    static let darkHighlights = 35.0
    // Skin below this L* is dim, unless its highlights are bright. Measured: a quarter of the light
    // gives 24 to 44.
    static let dimSkin = 40.0
    // Skin above this L* is bright, and its highlights say nothing more. Measured: good photos up to 80.
    static let brightSkin = 82.0
    // With these highlights or more, even dark skin is well lit. Measured on dark skin in good light: 54 to 75.
    static let brightHighlights = 54.0
    // Share of the face that is clipped to white. Measured: good photos at most 0.01, four times the light 0.39.
    static let overexposedWarning = 0.05
    static let overexposedRefusal = 0.35
    // Difference between the halves of the face, in stops. Measured: good photos within 0.78, one bright window
    // 1.5 to 1.7.
    package static let evenBalance = 0.45
    static let harshBalance = 1.4
    // Range of L* in the face. Measured: good photos 40 to 70, washed out 14.
    static let flatContrast = 28.0
    static let harshContrast = 78.0
    // Detail. Measured: sharp 7.6 to 116, a portrait enlarged four times 0.75 to 3.3, a blur of 3
    // pixels 0.35.
    static let blurredDetail = 0.5
    static let softDetail = 2.0
    // Edges, which noise affects less. Measured: sharp 0.39 to 1.0, a blur of 4 pixels 0.18 to 0.44.
    static let blurredEdges = 0.28
    // Fine structure on skin. Measured: clean 2 to 15, noise of 30 levels 19 to 42.
    static let noisySkin = 18.0
    // Height of the eyes' opening divided by its width; below this they may be shut. Measured: open 0.19 to
    // 0.37; no shut ones.
    static let openEyes = 0.12
    // Degrees of tilt. Measured: the error of the eyes' positions is 3.8 at the 90th percentile.
    static let tilt = 10.0
    // Head height divided by photo height. Measured: official portraits 0.36 to 0.56; a face that fills the
    // photo is 0.9.
    package static let headShare = 0.25...0.85
    // Distance of the eyes from the top. Measured: official portraits 0.35 to 0.38.
    package static let eyeLine = 0.2...0.58
    // Distance from the middle, as a share of the width. Measured: official portraits within 0.06.
    package static let offCentre = 0.2
    // Share of edges in the background. Measured: plain walls 0 to 0.10, even ones out of focus up to 0.29, stripes 0.36, a
    // flag or a street 0.4.
    static let busyBackground = 0.32
    // Confidence of the detector below which its box may not be a face: its score there is 0.1.
    static let sureFace = 0.57

    // In centimetres. A person's own eyes make it 6 % wrong: at 40 seen, a nose is surely a sixth wider than from 1.5 m.
    static let nearCamera = 40.0
    // The colours of skin in CIELAB. Measured: good photos have an a* of 6 to 27 and a b* of -8 to 30, the lowest in the
    // cool light of a studio.
    static let skinRedness = 4.0...29
    static let skinYellowness = -9.0...33
    // How far the skin must be from these. A photo without any colour is as far away as the first of them.
    package static let strangeSkin = 4.0
    // The least quality of a JPEG, by the pixels between the eyes. Measured: with it, a face at the size of analysis keeps a
    // structural similarity of 0.92 on average of 17 photos.
    static let leastQuality = Curve([(40, 47), (64, 35), (100, 17), (150, 12)])

    // How wide a nose looks beside the face at some centimetres, by the depth of a head: 30 % wider at 30 than at 150.
    // B. Paskhover and others, Nasal Distortion in Short-Distance Photographs, 2018.
    static func noseWidth(at distance: Double) -> Double { 1 + 12.2 / distance }

    // MARK: A usual head

    // The distances from the eyes to the crown and to the chin, in eye distances.
    package static let crownInEyes = 1.75
    package static let chinInEyes = 1.9
    // The height of the head, in eye distances.
    package static let headInEyes = crownInEyes + chinInEyes

    // MARK: The frame of a good headshot

    // Height of the head, and distance of the eyes from the top, as shares of the frame's height. Measured:
    // official portraits 0.36 to 0.56, and 0.35 to 0.38.
    package static let frameHeadShare = 0.5
    package static let frameEyeLine = 0.38
    // The usual portrait, 4 by 5.
    package static let frameAspect = 0.8

    // MARK: The curves of the score: from a measure to a part between 0 and 1

    // Measured: good photos 43 to 85, at a quarter of their light 24 to 44.
    static let exposure = Curve([(20, 0), (28, 0.1), (38, 0.35), (43, 1), (90, 1), (97, 0.2)])
    // Dark skin is well lit if its highlights are.
    static let highlights = Curve([(40, 0), (47, 0.25), (53, 1)])
    static let overexposed = Curve([(0.01, 1), (0.05, 0.75), (0.15, 0.4), (0.35, 0)])
    static let balance = Curve([(0.45, 1), (1.0, 0.75), (1.6, 0.35), (2.5, 0)])
    // Light from below looks ghostly.
    static let lightFromBelow = 0.75
    static let detail = Curve([(0.3, 0), (0.8, 0.15), (2, 0.4), (5, 0.8), (10, 1)])
    static let edges = Curve([(0.2, 0), (0.28, 0.3), (0.38, 0.85), (0.45, 1)])
    // At its best almost up to the noise of clean photos: in half the light they have less, without being better.
    static let noise = Curve([(14, 1), (16, 0.85), (20, 0.5), (32, 0.15), (45, 0)])
    // Flatter than people would judge: two looks at the same head differ by up to 1.
    static let yaw = Curve([(1.5, 1), (2.4, 0.9), (4.5, 0.65), (6, 0.5)])
    // The same by the points of the face, in degrees; two looks differ by up to 2.4.
    static let yawDegrees = Curve([(8, 1), (20, 0.9), (40, 0.65), (60, 0.5)])
    // Degrees of leaning back or forward; wide, since nods were not measured against known ones.
    static let pitch = Curve([(14, 1), (25, 0.85), (40, 0.6)])
    // A small tilt is common in portraits, and looks fine.
    static let roll = Curve([(6, 1), (12, 0.95), (20, 0.82), (30, 0.5), (45, 0.1)])
    // An unknown pose is neither good nor bad.
    static let unknownPose = 0.6
    static let headSize = Curve([
        (0.08, 0), (0.2, 0.45), (0.36, 1), (0.72, 1), (0.9, 0.6), (1.3, 0.2),
    ])
    static let eyeHeight = Curve([
        (0.06, 0.3), (0.16, 0.8), (0.24, 1), (0.46, 1), (0.56, 0.7), (0.75, 0.2),
    ])
    static let centring = Curve([(0.08, 1), (0.2, 0.6), (0.4, 0.2)])
    // The factor for each edge that cuts off the head; a tight top is common in good portraits.
    static let cutOffTop = 0.85
    static let cutOffElsewhere = 0.7
    static let clutter = Curve([(0.08, 1), (0.25, 0.7), (0.45, 0.4), (0.7, 0.15), (0.9, 0)])
    // A background outside the photo does no harm, but shows nothing either.
    static let unknownBackground = 0.6
    static let eyeDistance = Curve([
        (15, 0), (35, 0.25), (50, 0.5), (70, 0.7), (110, 0.92), (160, 1),
    ])
    static let contrast = Curve([(12, 0), (28, 0.5), (40, 1), (70, 1), (80, 0.7), (95, 0.3)])

    // MARK: The score

    // Weights, which sum to 1: what cannot be fixed afterwards (light, sharpness) weighs most.
    static func weight(of part: PhotoScore.Part) -> Double {
        switch part {
        case .light, .sharpness: 0.20
        case .pose, .framing: 0.15
        case .background, .resolution: 0.12
        case .contrast: 0.06
        }
    }

    // From the weighted sum to 0...1: ordinary photos lie above 0.5, so the upper half is spread out.
    static let stretch = Curve([(0.2, 0), (0.5, 0.25), (0.7, 0.5), (0.85, 0.78), (1, 1)])
    // The most that a photo can reach, by the value of its light or its sharpness: no background makes up for a
    // face that cannot be seen.
    static let ceiling = Curve([(0, 0.1), (0.3, 0.3), (0.6, 0.64), (0.85, 1)])
    // The same for a head that is turned away, by the part of its yaw: at 25 degrees at most 7.5, however good the rest is.
    // The first is by the points of the face, in degrees, the other by views.
    static let turnedCeiling = Curve([(20, 1), (25, 0.72), (45, 0.55)])
    static let viewCeiling = Curve([(2.4, 1), (2.9, 0.72), (6, 0.55)])
    // The same for its resolution; half the score is left at the size where the rule on face size starts to refuse.
    static let resolutionCeiling = Curve([(0, 0.15), (0.25, 0.45), (0.5, 0.8), (0.7, 1)])
}
