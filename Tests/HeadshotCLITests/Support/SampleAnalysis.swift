import Answers
import Decoding
import FaceFacts
import Foundation
import Ground
import Validation

@testable import Answers
@testable import HeadshotWorker

extension Sample {
    /// A look at a photo that could be better, with everything seen that can be.
    static func analysis(
        pose: String = "slightlyLeft", faces: Int = 1
    ) throws -> PhotoAnalysis {
        let measure = { (value: Double, unit: String) in
            #"{"value":\#(value),"unit":"\#(unit)","confidence":0.9}"#
        }
        let face = #"{"box":{"left":200,"top":180,"width":240,"height":240},"confidence":0.97}"#
        let rating = { (part: String, value: Double, weight: Double) in
            #"{"part":"\#(part)","value":\#(value),"weight":\#(weight)}"#
        }
        let remark = { (part: String, sentence: String) in
            #"{"part":"\#(part)","sentence":"\#(sentence)"}"#
        }
        let json = """
            {"facts":{"width":800,"height":1000,
              "faces":[\(Array(repeating: face, count: faces).joined(separator: ","))],
              "quarterTurns":0,
              "pose":{"yaw":\(measure(-12.4, "deg")),"direction":"\(pose)",
                "roll":\(measure(4.4, "deg")),"pitch":\(measure(-5.2, "deg"))},
              "eyes":{"left":{"x":270,"y":310},"right":{"x":366,"y":318},
                "distance":\(measure(96.3, "px")),"isApproximate":false},
              "framing":{"headShare":\(measure(0.35, "ratio")),"eyeLine":\(measure(0.31, "share")),
                "offCentre":\(measure(-0.1, "share")),"cutOff":[]},
              "light":{"exposure":\(measure(38.2, "L*")),"highlights":\(measure(51, "L*")),
                "overexposed":\(measure(0.02, "share")),"contrast":\(measure(44, "L*")),
                "balance":\(measure(1.6, "stops")),"direction":"right"},
              "sharpness":{"detail":\(measure(9.61, "ratio")),"edges":\(measure(0.5, "ratio")),
                "noise":\(measure(6.2, "ratio"))},
              "colour":{"hue":\(measure(50, "deg")),"undertone":"neutral","palette":[
                {"red":192,"green":138,"blue":7,"share":0.6},{"red":20,"green":30,"blue":60,"share":0.4}
              ],"season":"winter"},
              "background":{"clutter":\(measure(0.31, "share"))},
              "expression":{"eyeOpening":\(measure(0.27, "ratio")),
                "mouthOpening":\(measure(0.02, "ratio")),"mouth":"smile"},
              "proportions":{"face":{"band":"narrow","confidence":0.8},
                "eyeSpacing":{"band":"wide","confidence":0.71}}},
             "findings":[
              {"rule":"balance","severity":"warning","seen":"1.6 stops","limit":"within 1.4 stops",
               "sentence":"The half of the face at the left is dark. Turn to the window."}],
             "score":{"value":6.9,
              "ratings":[\(rating("light", 0.4, 0.2)),\(rating("sharpness", 0.95, 0.2))],
              "strengths":[\(remark("sharpness", "The face is sharp."))],
              "weaknesses":[\(remark("light", "The light does not suit the face."))]},
             "measures":{"ratios":{"widthToHeight":0.79,"jaw":0.81,"forehead":0.86,"eyeSpacing":0.46,
               "nose":0.285},
              "outline":[{"x":320,"y":190},{"x":420,"y":300},{"x":320,"y":440},{"x":210,"y":300}]}}
            """
        return try JSONDecoder().decode(PhotoAnalysis.self, from: Data(json.utf8))
    }

    /// A photo with that look, as `analyze` has it.
    static func analyzed(
        _ analysis: PhotoAnalysis?, variation: Double? = nil, findings: [Finding] = []
    ) throws -> AnalyzedPhoto {
        let facts = """
            {"format":"jpeg","byteCount":231000,"width":800,"height":1000,"orientation":1,"pages":1,
             "hasAlpha":false,"colourSpace":"rgb","bitsPerChannel":8,"scanCount":1,"jpegQuality":88}
            """
        let file = try JSONDecoder().decode(PhotoFacts.self, from: Data(facts.utf8))
        let inspection = Inspection(facts: file, findings: findings)
        return AnalyzedPhoto(
            path: "team/me.jpg", reply: PictureReply(inspection: inspection, analysis: analysis),
            variation: variation)
    }
}
