import Answers
import ArgumentParser
import FaceFacts
import Foundation
import HeadshotWorker
import Pages
import Validation

/// The wanted pages of an analysis.
struct AnalysisPageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Draw what was seen on the one photo, as .png or .jpg.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg", "jpeg"]))
    var overlay: PageFile?

    @Option(
        help: ArgumentHelp(
            "Write a page with everything: one .html file that needs no network.",
            valueName: "file"), completion: .file(extensions: ["html", "htm"]))
    var report: PageFile?

    func validate() throws {
        if overlay?.form == .html {
            throw ArgumentParser.ValidationError("--overlay writes .png or .jpg.")
        }
        if let report, report.form != .html {
            throw ArgumentParser.ValidationError("--report writes .html.")
        }
    }

    /// Whether no page is wanted.
    var isEmpty: Bool { overlay == nil && report == nil }

    /// Throws if a file already exists, before photos are analyzed.
    func mustBeFree() throws {
        for file in [overlay, report].compactMap({ $0 }) { try file.mustBeFree() }
    }

    /// Writes the wanted pages, and prints their paths to standard error.
    func write(
        _ photos: [AnalyzedPhoto], side: (photo: AnalyzedPhoto, view: SideView)?,
        with analyzer: PhotoAnalyzer
    ) async throws {
        let reported = photos.map(ReportedPhoto.init)
        if let report {
            let page = PhotoReport(
                of: reported, side: side.map { ReportedPhoto($0.photo, as: $0.view) },
                sideVerdict: side?.view.sentence ?? "")
            try await report.write(Data(page.html().utf8))
            note("The report is in \(report.path).")
        }
        guard let overlay, let form = overlay.form.drawn, let photo = photos.first else { return }
        guard let drawing = reported.first.flatMap(PhotoOverlay.init)?.drawing(longSide: Self.side),
            let pixels = try await analyzer.pixels(of: photo.path, side: Self.side)
        else {
            note("There is no overlay: the photo cannot be decoded.")
            return
        }
        let picture = try await analyzer.drawer.draw(drawing, over: [pixels], as: form)
        try await overlay.write(picture)
        note("The overlay is in \(overlay.path).")
    }

    /// The longer side of an overlay's photo, in pixels.
    private static let side = 1280
}
