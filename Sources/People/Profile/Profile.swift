/// What is known of a person, each with its source; nothing is guessed.
public struct Profile: Sendable, Equatable, Encodable {
    /// Whether skin leans to pink, to yellow or to neither: of the scan whose colours are surest.
    public let undertone: Sourced<String>?
    /// The season of colour consultants, for fun; of the same scan.
    public let season: Sourced<String>?
    /// The colours that the photo of the same scan shows, of face and clothes, as `#rrggbb`.
    public let photoColours: Sourced<[String]>?
    /// The family of colours that the person likes, from the quiz.
    public let colourFamily: Sourced<String>?
    /// The tilt of the head in degrees, of the scan with the best score.
    public let bestTilt: Sourced<Double>?
    /// Where the nose points in the scan with the best score.
    public let bestDirection: Sourced<String>?
    /// Where most light comes from in the scan with the best score.
    public let bestLight: Sourced<String>?
    /// As the person named it, else as the surest scan measured it.
    public let faceShape: Sourced<String>?
    /// The style that the person named.
    public let theme: Sourced<String>?

    /// Where something is known from.
    public enum Source: String, Sendable, Codable {
        case person, quiz, scan
    }

    /// Something that is known, and from where.
    public struct Sourced<Value: Sendable & Equatable & Encodable>: Sendable, Equatable, Encodable {
        /// What is known.
        public let value: Value
        /// From where.
        public let source: Source
        /// The scan, if it is from one.
        public let scan: String?
        /// The colours of a season; `nil` for all else.
        public let swatches: [Swatch]?

        init?(
            _ value: Value?, _ source: Source, scan: String? = nil, swatches: [Swatch]? = nil
        ) {
            guard let value else { return nil }
            self.swatches = swatches
            self.value = value
            self.source = source
            self.scan = scan
        }
    }

    /// Puts together what is known.
    ///
    /// - Parameters:
    ///   - scans: The newest first; of two that are equally good, the newer counts.
    ///   - shapes: The shapes that the words know; a measured one must be among them.
    ///   - swatches: The colours of the seasons, by their names.
    public init(
        scans: [ScanFacts], theme: String?, faceShape: String?, colourFamily: String?,
        shapes: Set<String>, swatches: [String: [Swatch]] = [:]
    ) {
        let coloured = Self.best(of: scans) { $0.colours?.confidence }
        undertone = Sourced(coloured?.colours?.undertone, .scan, scan: coloured?.id)
        season = Sourced(
            coloured?.colours?.season, .scan, scan: coloured?.id,
            swatches: coloured?.colours?.season.flatMap { swatches[$0] })
        let colours = coloured?.colours?.palette ?? []
        photoColours = Sourced(colours.isEmpty ? nil : colours, .scan, scan: coloured?.id)
        self.colourFamily = Sourced(colourFamily, .quiz)
        let best = Self.best(of: scans) { $0.score }
        bestTilt = Sourced(best?.tilt, .scan, scan: best?.id)
        bestDirection = Sourced(best?.direction, .scan, scan: best?.id)
        bestLight = Sourced(best?.light, .scan, scan: best?.id)
        let measured = Self.best(of: scans) { scan in
            scan.shape.flatMap { shapes.contains($0.name) ? $0.confidence : nil }
        }
        self.faceShape =
            Sourced(faceShape, .person)
            ?? Sourced(measured?.shape?.name, .scan, scan: measured?.id)
        self.theme = Sourced(theme, .person)
    }

    private static func best(
        of scans: [ScanFacts], by value: (ScanFacts) -> Double?
    ) -> ScanFacts? {
        var best: (scan: ScanFacts, value: Double)?
        for scan in scans {
            guard let value = value(scan), best.map({ $0.value < value }) ?? true else { continue }
            best = (scan, value)
        }
        return best?.scan
    }
}
