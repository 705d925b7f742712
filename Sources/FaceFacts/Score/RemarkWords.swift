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
        case .light: "Your face is well and evenly lit."
        case .sharpness: "Your face is sharp."
        case .pose: "Your head is straight and faces the camera."
        case .framing: "Your head sits well in the frame."
        case .background: "The background is calm."
        case .resolution: "Your face has plenty of pixels."
        case .contrast: "Light and shadow give your face shape."
        }
    }

    /// The remark if it cannot be judged.
    var unknown: String {
        switch self {
        case .background:
            "Too little background is seen to judge it. Leave room around your head."
        case .pose, .light, .sharpness, .framing, .resolution, .contrast:
            "Your face has too few pixels to judge \(name). Send the photo at its full size."
        }
    }

    /// The advice if improving no measure would raise the score.
    var another: String {
        switch self {
        case .light:
            "Try another light, such as a window on a cloudy day, and keep the better photo."
        case .sharpness: "Take several photos in a row and keep the sharpest."
        case .pose: "Take several photos in a row and keep your favorite expression."
        case .framing: "Try a wider frame too, which you can crop to other shapes."
        case .background: "Try a background of another color and keep the better photo."
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
            "A lower exposure of the camera would keep the tones of your skin."
        case .exposure, .highlights: "A little more light on your face would help."
        case .overexposed:
            "Light without direct sun or flash would keep detail in the brightest parts of your face."
        case .balance: "Softer light from the front would even out both sides of your face."
        case .detail, .edges:
            "Focusing on your eyes, with the camera held still, would show finer detail."
        case .noise: "A lower ISO setting and no digital zoom would make your skin less grainy."
        case .yaw: "Turning your face fully to the camera would show more of you."
        case .pitch where isLow: "Raising your chin a little would help."
        case .pitch: "Lowering your chin a little would help."
        case .roll: "Holding your head and the camera upright would help."
        case .headShare where isLow:
            "A frame that your head and shoulders fill more of would help."
        case .headShare: "A frame with more room around your head would help."
        case .eyeLine where isLow: "A little more room above your head would help."
        case .eyeLine: "A little less room above your head would help."
        case .offCentre: "Moving closer to the middle of the picture would help."
        case .clutter: "A plainer background, such as a wall two steps away, would help."
        case .eyeDistance:
            "More pixels in your face would help: send the photo at its full size, or use a better camera."
        case .contrast where isLow:
            "A clean lens and no light from behind would give your face more contrast."
        case .contrast: "Softer light would make the shadows on your face gentler."
        }
    }
}
