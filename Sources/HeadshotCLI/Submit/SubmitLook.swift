import Ground
import HeadshotWorker
import PromptFactory
import Setup

/// What `submit`, `make` and `submit --check-only` see in photos before a worker does.
enum SubmitLook {
    /// The most photos that a submit looks at: they take some seconds.
    static let mostPhotos = 100

    /// Says once who can turn a head, if a photo was found to need that.
    static func noteWhoTurnsHeads(in findings: [Finding]) {
        guard findings.contains(where: { LocalRule(rawValue: $0.rule) != nil }) else { return }
        note("A model can turn a head: --provider gemini, which is paid.")
    }
}

extension SubmitCommand {
    /// Looks at photos as a worker would.
    ///
    /// - Parameter foretells: Whether, for a local headshot, it is tried to cut the person out, which takes as long as to make it.
    func analyzer(
        _ provider: ProviderKind, _ shrinker: PhotoShrinker?, _ configuration: Configuration,
        foretells: Bool
    ) throws -> PhotoAnalyzer {
        let chosen = try style.backdrop(for: provider, configuration)
        let wanted = style.styles.map { chosen ?? $0.background.backdrop }
        return try PhotoAnalyzer(
            configuration, isolation, models, shrinks: shrinker != nil,
            cutOutFor: foretells && provider == .local ? wanted.first { $0 != .own } : nil)
    }

    /// A photo that was looked at, with what is to be said of headshots of it by a provider.
    func judged(_ photo: AnalyzedPhoto, by provider: ProviderKind) -> AnalyzedPhoto {
        let angles = provider == .local ? Set(style.styles.map(\.angle)) : []
        return photo.judged(
            for: Angle.allCases.filter(angles.contains), requiresBackdrop: style.requireBackdrop)
    }

    /// Looks at the new photos of a plan, unless they are many, and takes out what no headshot is worth.
    ///
    /// If they cannot be looked at here, that is left to the worker, which does it before anything is paid.
    func look(
        at plan: inout IntakePlan, _ provider: ProviderKind, _ shrinker: PhotoShrinker?,
        _ configuration: Configuration, foretells: Bool
    ) async throws {
        let new = plan.new
        guard !kind.isAnalysis, !force, !new.isEmpty else { return }
        guard new.count <= SubmitLook.mostPhotos else {
            return note(
                """
                These are more than \(SubmitLook.mostPhotos) new photos: the worker looks at them, and rejects what no headshot \
                is worth, free.
                """)
        }
        let analyzer = try analyzer(provider, shrinker, configuration, foretells: foretells)
        plan.isLookedAt = true
        var bar = bar("looked at", new.count, configuration.environment)
        var refused: Set<PhotoOfPerson> = []
        var findings: [Finding] = []
        var looked = new.makeIterator()
        do {
            try await new.inParallel(
                { planned in
                    let photo = planned.order.photo
                    // A plan has no room for the bytes of many photos.
                    guard photo.bytes != nil else { return try await analyzer.look(at: photo.path) }
                    return try await analyzer.look(at: photo)
                },
                body: { seen in
                    guard let planned = looked.next() else { return }
                    bar.advance()
                    let photo = judged(seen, by: provider)
                    findings += photo.findings
                    if !photo.isAccepted {
                        refused.insert(PhotoOfPerson(planned))
                        let refusal = RefusedPhoto(photo)
                        plan.refuse(refusal)
                        bar.makeRoom { refusal.writeNote() }
                    } else if !photo.forecasts.isEmpty {
                        let warned = WarnedPhoto(
                            photo: PathText.readable(photo.path), findings: photo.forecasts)
                        plan.warn(warned)
                        bar.makeRoom { warned.writeNote() }
                    }
                })
        } catch let error as WorkerError {
            note(
                """
                The photos cannot be looked at here, so the worker does it. \(UserMessage(error).sentence)
                """)
        }
        plan.drop(refused)
        SubmitLook.noteWhoTurnsHeads(in: findings)
    }
}
