extension PhotoScore.Remark {
    /// What a person is told about a part: what is good, what could be better, or what to do first.
    ///
    /// Even the best photo has a part where most is to be won, if that is next to nothing.
    /// Of what cannot be known, only that is said.
    init(_ rating: PhotoScore.Rating, of facts: FaceFacts, isWeakness: Bool) {
        let words = Words(of: rating.part)
        let sentence =
            switch rating.value {
            case _ where rating.part == .pose && facts.pose == nil:
                "The face is too small to tell how the head is turned. Go nearer."
            case _ where rating.part == .background && facts.background == nil:
                "Too little background is seen to judge it. Leave room around the head."
            case 0.8... where isWeakness: "\(words.good.dropLast()); little is left to mend."
            case 0.8...: words.good
            case 0.5...: words.fair
            default: words.poor
            }
        self.init(part: rating.part, sentence: sentence)
    }
}

/// Three sentences about a part, for a good, a fair and a poor one.
private struct Words {
    let good: String
    let fair: String
    let poor: String

    init(of part: PhotoScore.Part) {
        switch part {
        case .light:
            good = "The face is well and evenly lit."
            fair =
                "The light is usable. Softer light from the front, as from a large window, would help."
            poor = "The light does not suit the face. Face a large window and take the photo again."
        case .sharpness:
            good = "The face is sharp."
            fair = "The face is a little soft. Hold the camera still and focus on the eyes."
            poor = "The face is blurred or noisy. Clean the lens, hold still, and use more light."
        case .pose:
            good = "The head is straight and faces the camera."
            fair = "The head is slightly turned or tilted. Look straight into the camera."
            poor = "The head is turned away or tilted. Face the camera and hold the head upright."
        case .framing:
            good = "The head sits well in the frame."
            fair =
                "The frame is usable. Put the head in the middle, with the eyes in the upper half."
            poor =
                "The head sits badly in the frame. Show the whole head and the shoulders, in the middle."
        case .background:
            good = "The background is calm."
            fair = "The background distracts a little. A plain wall would be better."
            poor = "The background is busy. Stand before a plain wall, two steps away from it."
        case .resolution:
            good = "The face has plenty of pixels."
            fair = "The face has just enough pixels. Go nearer, or use a camera with more of them."
            poor = "The face has too few pixels. Go nearer, or hand in the photo at its full size."
        case .contrast:
            good = "Light and shadow give the face shape."
            fair = "The contrast in the face is a little flat or harsh."
            poor =
                "The face is flat and grey, or in hard light and shadow. Look for soft light from one side."
        }
    }
}
