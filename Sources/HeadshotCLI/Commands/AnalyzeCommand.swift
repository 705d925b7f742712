import Answers
import ArgumentParser
import HeadshotWorker
import Setup

/// `headshot analyze`: judges photos as a worker would, before anything is queued or paid.
struct AnalyzeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "analyze", "Look at photos: score, findings, and what to do better.",
        """
        Everything happens on this machine: nothing is uploaded, queued or paid, and no key is needed. The \
        score, 1.0 to 10.0, is of the photo as a headshot, not of the person. Left and right are those of \
        the picture as you look at it.

        A photo from the side is checked with --side, as far as that can be done: half-turned heads are \
        recognised, full profiles are not.

        A photo that is too large is refused as by 'headshot submit'; with --shrink, a smaller copy is looked at.

        The files of --overlay and --report are readable by you only; existing files are not overwritten.
        """,
        examples: [
            "headshot analyze me.jpg", "headshot analyze team/ --json",
            "headshot analyze me.jpg --side profile.jpg", "headshot analyze IMG_0815.HEIC --shrink",
            "headshot analyze me.jpg --overlay seen.png",
            "headshot analyze team/ --report team.html",
            "headshot analyze me.jpg --iso",
        ], exits: [.photoRefused, .disk, .configuration])

    @OptionGroup(title: CommandHelp.photoTitle) var photos: PhotoOptions
    @OptionGroup(title: CommandHelp.photoTitle) var size: ShrinkOptions

    @Option(
        help: ArgumentHelp("A photo of the same person from the side.", "photo"),
        completion: .file())
    var side: String?

    @Flag(help: "Change each score by up to 0.2 either way by chance, as some apps do.")
    var variation = false

    @Flag(help: "Also give the values under the names of ISO/IEC 29794-5.")
    var iso = false

    @OptionGroup(title: CommandHelp.globalTitle) var models: ModelOptions
    @OptionGroup(title: CommandHelp.globalTitle) var isolation: IsolationOptions
    @OptionGroup var pages: AnalysisPageOptions
    @OptionGroup(title: CommandHelp.globalTitle) var settings: SettingsOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if side != nil, !photos.isOneFile { throw UsageError("--side goes with one photo.") }
        if pages.overlay != nil, !photos.isOneFile {
            throw UsageError("--overlay goes with one photo; --report shows many.")
        }
    }

    func run() async throws {
        try pages.mustBeFree()
        let configuration = try settings.configuration()
        let analyzer = try PhotoAnalyzer(
            configuration, isolation, models,
            shrinks: configuration.shrinksPhotos(size.shrink), varies: variation,
            withPictures: pages.report != nil)
        let sources = try await photos.sources()
        for line in sources.notes { note(line) }
        var looked: [AnalyzedPhoto] = []
        try await analyzer.look(at: sources.photos.map(\.path)) { photo in
            if !output.json {
                try write(photo.words, isFirst: looked.isEmpty)
                if iso, let words = photo.componentWords { try write(words, isFirst: false) }
            }
            looked.append(photo)
        }
        let side = try await sideView(analyzer)
        let view = side?.view
        noteThatSome(areOnlyTooLarge: looked.count(where: \.couldBeSmaller))
        if output.json {
            try Output.write(
                line: AnswerJSON.text(
                    AnalyzeAnswer(looked, side: view, names: iso ? .iso : .own)))
        } else if let view {
            try write(view.words, isFirst: false)
        }
        try await pages.write(looked, side: side, with: analyzer)
        let isRefused = looked.contains { !$0.isAccepted } || view?.isRefused ?? false
        if isRefused { try ExitStatus.photoRefused.end() }
    }

    /// Writes the analysis of one photo as soon as it is ready, separated from the others.
    private func write(_ words: String, isFirst: Bool) throws {
        let line = isFirst ? words : "\n\(words)"
        // A page is finished even if the reader of standard output is gone.
        if pages.isEmpty { try Output.print(line: line) } else { try Output.write(line: line) }
    }

    private func sideView(
        _ analyzer: PhotoAnalyzer
    ) async throws -> (photo: AnalyzedPhoto, view: SideView)? {
        guard let side else { return nil }
        var typed = TypedPaths()
        let photo = try await analyzer.look(at: typed.path(side))
        return (photo, SideView(photo))
    }
}
