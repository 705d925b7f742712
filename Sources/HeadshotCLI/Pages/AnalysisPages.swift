import Answers
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
import Pages
import Validation

extension ReportedPhoto {
    /// A photo from the side, which is judged less fully.
    init(_ photo: AnalyzedPhoto, as view: SideView) {
        self.init(
            name: photo.name, picture: photo.picture.map(PagePicture.init),
            analysis: photo.analysis, score: nil, findings: view.findings)
    }

    /// A photo as `analyze` saw it.
    init(_ photo: AnalyzedPhoto) {
        let problem = photo.problem.map {
            Finding(rule: "file", severity: .refusal, seen: "", limit: "", sentence: $0)
        }
        self.init(
            name: photo.name, picture: photo.picture.map(PagePicture.init),
            analysis: photo.analysis, score: photo.score,
            note: photo.variation == nil
                ? nil : "The score was changed by chance, up to 0.2 either way (--variation).",
            findings: [problem].compactMap { $0 } + photo.findings)
    }
}
