import Answers
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Validation

/// The answer of `analyze`.
struct AnalyzeAnswer: Encodable {
    struct Photo: Encodable {
        let photo: AnalyzedPhoto
        var names = ComponentNames.own

        func encode(to encoder: any Encoder) throws {
            let score = photo.analysis?.score
            try encoder.encode([
                "photo": PathText.readable(photo.path), "accepted": photo.isAccepted,
                "score": photo.score,
                "variation": photo.variation, "ratings": score?.ratings,
                "strengths": score?.strengths, "weaknesses": score?.weaknesses,
                "findings": photo.findings, "problem": photo.problem,
                "canShrink": photo.couldBeSmaller ? true : nil, "file": photo.file,
                "face": photo.analysis?.facts,
                // Only shown here; the only value that is stored nowhere.
                "ratios": photo.analysis?.measures?.ratios,
                "iso": names == .iso
                    ? photo.analysis?.facts.components.map(ComponentAnswer.init) : nil,
            ])
        }
    }

    let photos: [Photo]
    let side: SideView?

    init(_ photos: [AnalyzedPhoto], side: SideView?, names: ComponentNames = .own) {
        self.photos = photos.map { Photo(photo: $0, names: names) }
        self.side = side
    }
}

/// One photo of `analyze` with the one from the side, as an `analysis` job stores it.
struct AnalysisFileAnswer: Encodable {
    let photo: AnalyzedPhoto
    let side: SideView?

    func encode(to encoder: any Encoder) throws {
        try AnalyzeAnswer.Photo(photo: photo).encode(to: encoder)
        try encoder.encode(["side": side])
    }
}

extension PhotoFacts {
    /// The format and the sides: `JPEG, 1200 × 1500 pixels, 231000 bytes`.
    var words: String {
        "\(format.rawValue.uppercased()), \(width) × \(height) pixels, \(byteCount) bytes"
    }
}

extension Finding {
    /// What a person calls it.
    var name: String {
        switch severity {
        case .refusal: "refused"
        case .warning: "warning"
        case .notice: "notice"
        }
    }

    /// What is wrong and what to do; the rule and what was seen are in the JSON.
    var words: String { sentence.printable }
}

extension AnalyzedPhoto {
    /// The whole analysis as text, with the names in one column.
    var words: String {
        var fields = FieldList()
        fields.add("photo", photoLine)
        fields.add("score", scoreLine)
        fields.add("verdict", verdict)
        for finding in findings { fields.add(finding.name, finding.words) }
        for remark in analysis?.score?.strengths ?? [] { fields.add("strength", remark.sentence) }
        for remark in analysis?.score?.weaknesses ?? [] { fields.add("weakness", remark.sentence) }
        if let facts = analysis?.facts {
            for field in FaceWords(facts).fields { fields.add(field.name, field.value) }
        }
        return fields.text
    }

    private var photoLine: String {
        let name = path.printable
        return file.map { "\(name) (\($0.words))" } ?? name
    }

    /// The score with its maximum; nil without a face.
    var scoreLine: String? {
        guard let score else { return nil }
        let chance =
            variation == nil ? "" : ", changed by chance, up to 0.2 either way (--variation)"
        return "\(score) of 10\(chance)"
    }

    private var verdict: String {
        if let problem { return problem.printable }
        return isAccepted
            ? "good enough for a headshot" : "not good enough for a headshot"
    }
}

extension AnalyzedPhoto {
    /// The verdict on a job of this photo in one line, with the reasons below.
    func verdict(isForced: Bool) -> String {
        let isGood = isAccepted(isForced: isForced)
        let score = scoreLine.map { "  \($0)" } ?? ""
        let told = findings.filter { $0.severity == .refusal || $0.isAboutMakingSmaller }
        let lines = (told + forecasts).map(\.words) + [problem?.printable].compactMap(\.self)
        let reasons = lines.map { "\n  \($0)" }
        return "\(isGood ? "accepted" : "refused")  \(path.printable)\(score)\(reasons.joined())"
    }
}

extension SideView {
    /// The whole answer as text.
    var words: String {
        var fields = FieldList()
        fields.add("from the side", photo.printable)
        fields.add("verdict", sentence.printable)
        for finding in findings { fields.add(finding.name, finding.words) }
        return fields.text
    }
}

/// The facts of a face in short, for people.
///
/// Left and right are the viewer's. Unknown facts are left out.
struct FaceWords {
    private let facts: FaceFacts

    init(_ facts: FaceFacts) {
        self.facts = facts
    }

    /// The facts with their names, in order of interest.
    var fields: [(name: String, value: String?)] {
        [
            ("face", face), ("head", head), ("light", light), ("sharpness", sharpness),
            ("colour", colour), ("background", background), ("camera", camera),
            ("proportions", proportions),
        ]
    }

    private var face: String? {
        guard let main = facts.main else { return nil }
        var parts = facts.faces.count == 1 ? [] : ["the largest of \(facts.faces.count)"]
        parts.append("confidence \(main.confidence)")
        if let eyes = facts.eyes {
            let pixels = Int(clamping: eyes.distance.value, rounding: .toNearestOrAwayFromZero)
            parts.append("\(eyes.isApproximate ? "about " : "")\(pixels) pixels between the eyes")
        }
        if let framing = facts.framing {
            parts.append("head \(Self.percent(framing.headShare)) of the height")
        }
        if let mouth = facts.expression?.mouth { parts.append(mouth.words) }
        if let symmetry = facts.symmetry { parts.append("symmetry \(Self.percent(symmetry))") }
        return parts.joined(separator: ", ")
    }

    private var head: String? {
        guard let pose = facts.pose else { return nil }
        let degrees =
            pose.yaw.unit == .degrees
            ? Int(clamping: abs(pose.yaw.value), rounding: .toNearestOrAwayFromZero) : 0
        let turn = degrees >= 3 ? " (\(degrees)°)" : ""
        let tilt = Self.degrees(pose.roll, "to the left", "to the right").map { "tilted \($0)" }
        let nod = pose.pitch.flatMap { Self.degrees($0, "down", "back") }.map { "held \($0)" }
        return [pose.direction.words + turn, tilt, nod].compactMap(\.self).joined(separator: ", ")
    }

    /// An angle with its side; nil if it is within the error of measurement.
    private static func degrees(_ angle: Measure, _ below: String, _ above: String) -> String? {
        let degrees = Int(clamping: abs(angle.value), rounding: .toNearestOrAwayFromZero)
        return degrees < 3 ? nil : "\(degrees)° \(angle.value < 0 ? below : above)"
    }

    private var light: String? {
        guard let light = facts.light else { return nil }
        var parts = ["\(light.direction.words)", "skin at L* \(Self.number(light.exposure))"]
        let stops = (abs(light.balance.value) * 10).rounded() / 10
        if stops >= 0.5 {
            let side = light.balance.value > 0 ? "right" : "left"
            parts.append("\(stops) stops more on the \(side)")
        }
        if light.overexposed.value >= 0.01 {
            parts.append("\(Self.percent(light.overexposed)) plain white")
        }
        return parts.joined(separator: ", ")
    }

    private var sharpness: String? {
        facts.sharpness.map { sharpness in
            let detail = "detail \(Self.number(sharpness.detail)) (sharp above 8)"
            return "\(detail), noise \(Self.number(sharpness.noise)) (grainy above 18)"
        }
    }

    private var colour: String? {
        guard let colour = facts.colour else { return nil }
        var parts: [String] = []
        if let undertone = colour.undertone { parts.append("\(undertone.rawValue) undertone") }
        if let season = colour.season { parts.append("\(season.rawValue) colours (for fun)") }
        if !colour.palette.isEmpty {
            parts.append(colour.palette.map(\.hex).joined(separator: " "))
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var background: String? {
        facts.background.map { "\(Self.percent($0.clutter)) of it edges (calm below 25 %)" }
    }

    private var camera: String? {
        facts.capture?.distance.map { distance in
            let about = Int(clamping: distance.value, rounding: .toNearestOrAwayFromZero)
            return "about \(about) cm away, for an adult"
        }
    }

    private var proportions: String? {
        let parts = facts.proportions?.words ?? []
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func percent(_ measure: Measure) -> String {
        "\(Int(clamping: measure.value * 100, rounding: .toNearestOrAwayFromZero)) %"
    }

    private static func number(_ measure: Measure) -> String {
        "\((measure.value * 10).rounded() / 10)"
    }
}

extension Pose.Direction {
    /// Where the head is turned, as the viewer sees it.
    var words: String {
        switch self {
        case .front: "faces the camera"
        case .slightlyLeft: "turned a little to the left"
        case .slightlyRight: "turned a little to the right"
        case .left: "turned to the left"
        case .right: "turned to the right"
        }
    }
}

extension FaceExpression.Mouth {
    fileprivate var words: String {
        switch self {
        case .neutral: "mouth at rest"
        case .smile: "a smile"
        case .laugh: "a laugh"
        }
    }
}

extension Light.Direction {
    fileprivate var words: String {
        switch self {
        case .left: "from the left"
        case .right: "from the right"
        case .above: "from above"
        case .below: "from below"
        case .even: "even"
        }
    }
}

extension Swatch {
    /// The colour as in CSS: `#c08a70`.
    var hex: String {
        "#" + [red, green, blue].hexadecimal
    }
}
