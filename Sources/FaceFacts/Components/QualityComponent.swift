/// One component of the quality of a face image, under the name that ISO/IEC 29794-5 has for it.
///
/// The values are this program's own measures. They are near to those of the standard's reference implementation, OFIQ, and
/// not the same: `how` says what each of them is.
public struct QualityComponent: Sendable, Equatable {
    /// The components, as the reference implementation names them.
    public enum Name: String, Sendable, CaseIterable {
        case backgroundUniformity = "BackgroundUniformity"
        case illuminationUniformity = "IlluminationUniformity"
        case luminanceMean = "LuminanceMean"
        case luminanceVariance = "LuminanceVariance"
        case underExposure = "UnderExposurePrevention"
        case overExposure = "OverExposurePrevention"
        case dynamicRange = "DynamicRange"
        case sharpness = "Sharpness"
        case compressionArtifacts = "CompressionArtifacts"
        case naturalColour = "NaturalColour"
        case radialDistortion = "RadialDistortion"
        case singleFacePresent = "SingleFacePresent"
        case eyesOpen = "EyesOpen"
        case mouthClosed = "MouthClosed"
        case eyesVisible = "EyesVisible"
        case mouthOcclusion = "MouthOcclusionPrevention"
        case faceOcclusion = "FaceOcclusionPrevention"
        case interEyeDistance = "InterEyeDistance"
        case headSize = "HeadSize"
        case leftwardCrop = "LeftwardCropOfTheFaceImage"
        case rightwardCrop = "RightwardCropOfTheFaceImage"
        case marginAbove = "MarginAboveOfTheFaceImage"
        case marginBelow = "MarginBelowOfTheFaceImage"
        case headPoseYaw = "HeadPoseYaw"
        case headPosePitch = "HeadPosePitch"
        case headPoseRoll = "HeadPoseRoll"
        case expressionNeutrality = "ExpressionNeutrality"
        case noHeadCoverings = "NoHeadCoverings"
    }

    /// Whose formula turned a value into a quality.
    public enum Mapping: String, Sendable {
        /// The formula of the reference implementation, on this program's value.
        case standard
        /// A curve of this program's own score.
        case own
    }

    /// What was measured of a component.
    public struct Reading: Sendable, Equatable {
        /// The value before any mapping; nil where it is a word.
        public let value: Double?
        /// The value of what is no number, such as an expression.
        public let word: String?
        /// The value's unit; nil for a ratio and a word.
        public let unit: String?
        /// From 0, the worst, to 100; nil where no formula is known.
        public let quality: Int?
        /// Whose formula it is; nil without a quality.
        public let mapping: Mapping?
    }

    /// The name of the component.
    public let name: Name
    /// What was measured; nil if this program does not measure the component, or could not in this photo.
    public let reading: Reading?

    /// What its value is, in a few words; nil for what this program does not measure.
    public var how: String? { name.how }
}

extension QualityComponent.Name {
    fileprivate var how: String? {
        switch self {
        case .backgroundUniformity: "share of edges around the head"
        case .illuminationUniformity: "difference between the halves of the face"
        case .luminanceMean: "median of the skin as a grey level, 0 to 1"
        case .luminanceVariance: "range of lightness from the 5th to the 95th percentile"
        case .underExposure: "median lightness of the skin, or highlights of dark skin"
        case .overExposure: "share of the face that is clipped"
        case .sharpness: "variance of the finest detail, in percent of the face's own"
        case .compressionArtifacts: "quality of the JPEG by its quantisation table"
        case .naturalColour: "distance of the skin from a* 5 to 25 and b* 5 to 35"
        case .singleFacePresent: "area of the second face divided by that of the first"
        case .eyesOpen: "height of the eyes' openings divided by their width"
        case .mouthClosed: "height of the mouth's opening divided by its width"
        case .interEyeDistance: "pixels between the eyes, as if the head faced the camera"
        case .headSize: "from the eyes to the chin, by the eyes' distance, in heights of the photo"
        case .leftwardCrop: "from the eyes' middle to the left edge, in eye distances"
        case .rightwardCrop: "from the eyes' middle to the right edge, in eye distances"
        case .marginAbove: "from the eyes to the upper edge, in distances from the eyes to the chin"
        case .marginBelow: "from the eyes to the lower edge, in distances from the eyes to the chin"
        case .headPoseYaw: "turn of the head"
        case .headPosePitch: "nod of the head"
        case .headPoseRoll: "tilt of the line through the eyes"
        case .expressionNeutrality: "the mouth by its width and its opening"
        case .eyesVisible: "range of lightness across the clearer eye"
        case .mouthOcclusion: "range of lightness across the line between the lips"
        case .dynamicRange, .radialDistortion, .faceOcclusion, .noHeadCoverings: nil
        }
    }
}
