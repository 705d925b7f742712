extension PhotoScore.Part {
    /// Its name in a sentence.
    var name: String {
        switch self {
        case .light: "the light"
        case .sharpness: "the sharpness"
        case .pose: "the pose"
        case .framing: "the framing"
        case .background: "the background"
        case .resolution: "the number of pixels"
        case .contrast: "the contrast"
        }
    }

    /// The remark if it is good.
    var good: String {
        switch self {
        case .light: "The face is well and evenly lit."
        case .sharpness: "The face is sharp."
        case .pose: "The head is straight and faces the camera."
        case .framing: "The head sits well in the frame."
        case .background: "The background is calm."
        case .resolution: "The face has plenty of pixels."
        case .contrast: "Light and shadow give the face shape."
        }
    }

    /// The remark if it cannot be judged.
    var unknown: String {
        switch self {
        case .background:
            "Too little background is seen to judge it. Leave room around the head."
        case .pose, .light, .sharpness, .framing, .resolution, .contrast:
            "The face has too few pixels to judge \(name). Hand in the photo at its full size."
        }
    }

    /// The advice if improving no measure would raise the score.
    var another: String {
        switch self {
        case .light:
            "Try another light, such as a window on a cloudy day, and keep the better photo."
        case .sharpness: "Take several photos in a row and keep the sharpest."
        case .pose: "Take several photos in a row and keep the best expression."
        case .framing: "Try a wider frame too, which can be cut to other shapes."
        case .background: "Try a background of another colour and keep the better photo."
        case .resolution: "A camera with more pixels would let the headshot be printed larger."
        case .contrast: "Try clothes that are darker or lighter than the background."
        }
    }
}

extension Gauge {
    /// What would bring the measure to its best.
    var wish: String {
        let isLow = measure.value < good.lowerBound
        return switch kind {
        case .exposure where !isLow:
            "A lower exposure of the camera would keep the tones of the skin."
        case .exposure, .highlights: "A little more light on the face would help."
        case .overexposed:
            "Light without direct sun or flash would keep detail in the brightest parts of the face."
        case .balance: "Softer light from the front would even out the halves of the face."
        case .detail, .edges:
            "Focusing on the eyes, with the camera held still, would show finer detail."
        case .noise: "A lower ISO setting and no digital zoom would make the skin less grainy."
        case .yaw: "Turning the face fully to the camera would show more of the person."
        case .pitch where isLow: "Raising the chin a little would help."
        case .pitch: "Lowering the chin a little would help."
        case .roll: "Holding the head and the camera upright would help."
        case .headShare where isLow:
            "A frame that the head and shoulders fill more of would help."
        case .headShare: "A frame with more room around the head would help."
        case .eyeLine where isLow: "A little more room above the head would help."
        case .eyeLine: "A little less room above the head would help."
        case .offCentre: "A head closer to the middle of the picture would help."
        case .clutter: "A plainer background, such as a wall two steps away, would help."
        case .eyeDistance:
            "More pixels in the face would help: hand in the photo at its full size, or use a better camera."
        case .contrast where isLow:
            "A clean lens and no light from behind would give the face more contrast."
        case .contrast: "Softer light would make the shadows on the face gentler."
        }
    }
}
