import Answers
import ArgumentParser
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
import Pages
import Validation

/// A file for people that a command writes; its suffix determines the form.
struct PageFile: Equatable, Sendable {
    enum Form: String, Sendable {
        case html, png, jpeg

        /// The form of a drawing; nil for a page.
        var drawn: DrawnPicture.Form? {
            switch self {
            case .html: nil
            case .png: .png
            case .jpeg: .jpeg
            }
        }
    }

    let path: String
    let form: Form

    /// Throws if the file already exists, before any work is done for it.
    func mustBeFree() throws(UserMessage) {
        if FileManager.default.fileExists(atPath: path) { throw .fileExists(path: path) }
    }

    /// The file of one of several pages: `team-2.png` beside `team.png`.
    func page(_ number: Int) -> PageFile {
        let url = URL(filePath: path)
        let name = "\(url.deletingPathExtension().lastPathComponent)-\(number)"
        // Its folder as it was typed.
        let folder = path.dropLast(url.lastPathComponent.count)
        return PageFile(path: "\(folder)\(name).\(url.pathExtension)", form: form)
    }

    func write(_ bytes: Data) async throws { try await PrivateFile.write(bytes, as: path) }
}

extension PrivateFile {
    /// Writes a file for its owner only; never overwrites another one.
    static func write(_ bytes: Data, as path: String) async throws {
        guard try await create(path, bytes) else { throw UserMessage.fileExists(path: path) }
    }
}

extension PageFile: ExpressibleByArgument {
    init?(argument: String) {
        let suffix = URL(filePath: argument).pathExtension.lowercased()
        guard let form = Self.forms[suffix] else { return nil }
        self.init(path: argument, form: form)
    }

    static var suffixes: [String] { forms.keys.sorted() }

    private static let forms: [String: Form] = [
        "html": .html, "htm": .html, "png": .png, "jpg": .jpeg, "jpeg": .jpeg,
    ]
}

/// The wanted pages of an analysis.
struct AnalysisPageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Draw what was seen on the one photo, as .png or .jpg.", "file"),
        completion: .file(extensions: ["png", "jpg", "jpeg"]))
    var overlay: PageFile?

    @Option(
        help: ArgumentHelp(
            "Write a page with everything: one .html file that needs no network.", "file"),
        completion: .file(extensions: ["html", "htm"]))
    var report: PageFile?

    func validate() throws {
        if overlay?.form == .html { throw UsageError("--overlay writes .png or .jpg.") }
        if let report, report.form != .html { throw UsageError("--report writes .html.") }
    }

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
