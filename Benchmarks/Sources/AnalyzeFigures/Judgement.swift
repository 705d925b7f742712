import FaceFacts
import FaceMeasuring
import Ground

/// What was seen in photos, held to what is there.
enum Judgement {
    static func printTables(of photos: [PhotoFile], with analyzer: FaceAnalyzer) async throws {
        var looks: [Look] = []
        for photo in photos {
            let pixels = try await photo.pixels()
            let look = Look(
                photo: photo, pixels: pixels, analysis: try analyzer.analyze(pixels))
            looks.append(look)
            print(look.line)
        }
        printRecall(looks)
        printEyes(looks)
        printPoses(looks)
        try await DegradationTable.print(
            over: looks.filter { $0.photo.kind == .single || $0.photo.kind == .other },
            with: analyzer)
    }

    private static func printRecall(_ looks: [Look]) {
        print("")
        for (kind, label, isRight) in [
            (PhotoFile.Kind.single, "one face seen", { (count: Int) in count == 1 }),
            (.small, "one face seen", { $0 == 1 }),
            (.group, "several faces seen", { $0 > 1 }),
            (.negative, "no face seen", { $0 == 0 }),
        ] {
            let own = looks.filter { $0.photo.kind == kind }
            guard !own.isEmpty else { continue }
            let right = own.filter { isRight($0.analysis.facts.faces.count) }
            print("\(kind.rawValue.padded(16)) \(label): \(right.count) of \(own.count)")
        }
    }

    private static func printEyes(_ looks: [Look]) {
        let errors = looks.flatMap { look in
            look.analysis.facts.eyes.flatMap { look.photo.mark?.errors(of: $0) } ?? []
        }
        guard !errors.isEmpty else { return }
        let near = errors.filter { $0 < 0.25 }
        let middle = errors.sorted()[errors.count / 2]
        print(
            "eyes within 0.25 of the eye distance: \(near.count) of \(errors.count), median \(middle.short)"
        )
    }

    private static func printPoses(_ looks: [Look]) {
        let marked = looks.filter { $0.photo.mark != nil && $0.analysis.facts.pose != nil }
        guard !marked.isEmpty else { return }
        print(
            "\nmarked, then seen: " + Pose.Direction.allCases.map(\.rawValue).joined(separator: " ")
        )
        for marking in ["image left", "front", "image right"] {
            let counts = Pose.Direction.allCases.map { direction in
                marked.filter {
                    $0.photo.mark?.nosePointsTo == marking
                        && $0.analysis.facts.pose?.direction == direction
                }.count
            }
            print(marking.padded(18), counts.map(String.init).joined(separator: " "))
        }
    }
}

/// One look at one photo.
struct Look {
    let photo: PhotoFile
    let pixels: PhotoPixels
    let analysis: PhotoAnalysis

    var line: String {
        let score = analysis.score.map { "\($0.value)" } ?? "-"
        let parts = analysis.score?.ratings.map { "\($0.part.rawValue) \($0.value.short)" } ?? []
        let refusals = analysis.refusals
        return
            "\(photo.name.padded(22)) faces \(analysis.facts.faces.count)  score \(score.padded(5)) "
            + parts.joined(separator: ", ")
            + (refusals.isEmpty ? "" : "  refused: \(refusals.joined(separator: ", "))")
    }
}

extension PhotoAnalysis {
    var refusals: [String] {
        findings.filter { $0.severity == .refusal }.map(\.rule)
    }
}
