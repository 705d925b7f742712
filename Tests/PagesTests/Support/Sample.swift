import FaceFacts
import FaceMeasuring
import Foundation
import Ground
import TestSupport

@testable import Pages

/// What pages are made of, for a test: drawn people, as a report and a sheet get them.
enum Sample {
    /// What a stranger may call a photo, and must stay text everywhere.
    static let hostile = #"x"><script>window.intruder = 1</script><img src=y onerror='z'>&.jpg"#

    /// A photo with the look at it.
    static func photo(
        _ face: DrawnFace = .portrait, name: String = "me.jpg"
    ) async throws -> ReportedPhoto {
        let analysis = try FaceAnalyzer().analyze(
            PhotoPixels(width: face.width, height: face.height, rgb: Data(face.rgb)))
        return ReportedPhoto(
            name: name, picture: PagePicture(jpeg: try face.jpeg()), analysis: analysis,
            score: analysis.score?.value, findings: analysis.findings)
    }

    /// A photo whose file was refused before anybody looked.
    static let unreadable = ReportedPhoto(
        name: "text.jpg", picture: nil, analysis: nil, score: nil,
        findings: [
            Finding(
                rule: "format", severity: .refusal, seen: "text", limit: "a photo",
                sentence: "This is no photo.")
        ])

    /// A report of many photos, some of which are refused.
    static func report() async throws -> PhotoReport {
        let portrait = DrawnFace.portrait
        return PhotoReport(of: [
            unreadable, try await photo(.wall, name: "wall.jpg"),
            try await photo(portrait.lit(0.01), name: "dark.jpg"),
            try await photo(
                portrait.cropped(x: 60, y: 120, width: 250, height: 300),
                name: "\(String(repeating: "a-very-long-name-", count: 8)).jpg"),
            try await photo(name: hostile),
            try await photo(portrait.litAtLeft(0.05), name: "half-dark.jpg"),
        ])
    }

    /// A sheet of two photos that were only analyzed, one of them without a score.
    static func analysisSheet() throws -> ContactSheet {
        let picture = PagePicture(jpeg: try DrawnFace.portrait.jpeg())
        let cards = [("best.jpg", 8.2), (hostile, nil)].map { (title: String, score: Double?) in
            SheetCard(
                title: title, state: "succeeded", standing: .done,
                sentence: "The analysis is ready.",
                photo: .picture(picture, score: score), headshot: nil, facts: [], findings: [])
        }
        return ContactSheet(heading: "Analyses", made: "2026-11-21 10:00", cards: cards)
    }

    /// A sheet with a job in each standing, and with each kind of side.
    static func sheet(asDrawing: Bool = false) throws -> ContactSheet {
        let picture = PagePicture(jpeg: try DrawnFace.portrait.jpeg())
        let side = { (score: Double?) -> SheetCard.Side in
            asDrawing ? .drawn(score: score) : .picture(picture, score: score)
        }
        let facts = [("Job", "7m2kq4x0ab"), ("Person", hostile), ("Cost", "about $0.039")]
        let card = { (title: String, standing: SheetCard.Standing, headshot: SheetCard.Side) in
            SheetCard(
                title: title, state: standing == .done ? "succeeded" : "failed",
                standing: standing, sentence: "What became of it, in a sentence.",
                photo: side(6.9), headshot: headshot, facts: facts,
                findings: (1...4).map { "Finding \($0): the half of the face at the left is dark." }
            )
        }
        return ContactSheet(
            heading: "Contact sheet: \(hostile)", made: "2026-11-21 10:00",
            cards: [
                card("me.jpg", .done, side(8.2)),
                card(hostile, .failed, .missing("There is no headshot.")),
                card(String(repeating: "long", count: 60), .undecided, side(nil)),
                card("waiting.jpg", .open, .missing("There is no headshot yet.")),
            ])
    }
}
