import Answers
import FaceFacts
import Foundation
import Ground
package import HeadshotWorker
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

extension AnalysisFiles {
    /// The files of an analysis, as `headshot analyze` writes them with `--json` and `--report`.
    package static let asAnalyzed = AnalysisFiles(
        json: { photo, side in
            let answer = AnalysisFileAnswer(
                photo: AnalyzedPhoto(photo), side: side.map { SideView(AnalyzedPhoto($0)) })
            return Data(try AnswerJSON.text(answer).utf8)
        },
        page: { photo, side in
            let side = side.map { AnalyzedPhoto($0) }
            let view = side.map { SideView($0) }
            let page = PhotoReport(
                of: [ReportedPhoto(AnalyzedPhoto(photo))],
                side: side.flatMap { photo in view.map { ReportedPhoto(photo, as: $0) } },
                sideVerdict: view?.sentence ?? "")
            return Data(try page.html().utf8)
        })
}

extension AnalyzedPhoto {
    fileprivate init(_ photo: AnalysisFiles.Photo) {
        self.init(path: photo.name, reply: photo.reply, variation: nil)
    }
}

extension PictureDrawer {
    /// Renders a drawing, with each photo in the middle of its place.
    func draw(
        _ drawing: Drawing, over photos: [PhotoPixels], as form: DrawnPicture.Form
    ) async throws -> Data {
        let tiles = zip(drawing.places, photos).map { place, photo in
            DrawnPicture.Tile(
                photo, left: place.left + (place.width - photo.width) / 2,
                top: place.top + (place.height - photo.height) / 2)
        }
        return try await draw(
            drawing.svg, width: drawing.width, height: drawing.height, over: tiles, as: form)
    }
}
