import Answers
import Foundation
package import HeadshotWorker
import Pages

extension AnalysisFiles {
    /// The files of an analysis, as `headshot analyze` writes them with `--json` and `--report`.
    package static let asAnalyzed = AnalysisFiles(
        json: { photo, side in
            let answer = AnalysisFileAnswer(
                AnalyzedPhoto(photo), side: side.map { SideView(AnalyzedPhoto($0)) })
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
