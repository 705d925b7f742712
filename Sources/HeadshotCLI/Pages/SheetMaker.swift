import Answers
import Decoding
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Pages
import Setup
import Validation

/// Makes a contact sheet's cards of jobs, from the queue's records and reduced pictures.
struct SheetMaker: Sendable {
    /// One job's card, and the pixels of its sides that are drawn.
    typealias CardPictures = (card: SheetCard, pixels: [PhotoPixels])
    private typealias CardSide = (side: SheetCard.Side, pixels: PhotoPixels?)

    /// The longer side of the pictures on a page, in pixels: twice what a card shows.
    private static let pageSide = 560

    /// Draws in the same sandbox that decodes pictures.
    let drawer: PictureDrawer
    private let session: Session
    private let pool: DecoderPool
    private let timeZone: TimeZone
    private let asPixels: Bool

    /// Creates a maker; `asPixels` is for a drawing instead of a page.
    init(_ session: Session, in timeZone: TimeZone, asPixels: Bool) throws {
        self.session = session
        self.timeZone = timeZone
        self.asPixels = asPixels
        let program = try session.configuration.decoder()
        drawer = PictureDrawer(program)
        pool = DecoderPool(program)
    }

    /// The cards of the jobs, in the same order.
    func make(_ jobs: [Job]) async throws -> [CardPictures] {
        var made: [CardPictures] = []
        try await jobs.inParallel { job in
            try await make(job)
        } body: {
            made.append($0)
        }
        return made
    }

    private func make(_ job: Job) async throws -> CardPictures {
        let now = session.now
        let charges = try await session.store.job(job.id)?.charges ?? []
        let photo = try await photo(of: job)
        let headshot = try await headshot(of: job)
        let surroundings = try await JobSurroundings(of: [job], in: session.store)
        let card = SheetCard(
            job, charges, surroundings, photo: photo.side, headshot: headshot?.side, now: now,
            in: timeZone)
        return (card, [photo.pixels, headshot?.pixels].compactMap(\.self))
    }

    private func photo(of job: Job) async throws -> CardSide {
        guard let name = job.input,
            let bytes = try await session.home.photo(named: name).readIfWhole()
        else { return (.missing("The photo is not in the store any more."), nil) }
        let score = job.photoFacts?.score?.value
        return try await shown(bytes, score: score, orElse: "The photo cannot be decoded.")
    }

    /// The headshot's side; nil for a job that makes none.
    private func headshot(of job: Job) async throws -> CardSide? {
        guard job.kind == .headshot else { return nil }
        guard let file = try await session.result(of: job) else {
            let end = job.state.hasEnded ? "" : " yet"
            return (.missing("There is no headshot\(end)."), nil)
        }
        guard let bytes = try await file.readIfWhole() else {
            return (.missing("The headshot is not at its place any more."), nil)
        }
        let score = job.headshotAnalysis?.facts?.score?.value
        // A store has no lasting address for it.
        let link =
            file.locator.hasPrefix("/") ? URL(filePath: file.locator).absoluteString : nil
        return try await shown(
            bytes, score: score, link: link, orElse: "The headshot cannot be decoded.")
    }

    private func shown(
        _ bytes: Data, score: Double?, link: String? = nil, orElse missing: String
    ) async throws -> CardSide {
        let side = asPixels ? ContactSheet.pictureSide : Self.pageSide
        let reply = try await pool.perform(.show(side: side, asPixels: asPixels), on: bytes)
        guard let picture = reply.picture else { return (.missing(missing), nil) }
        guard asPixels else {
            return (.picture(PagePicture(jpeg: picture), score: score, link: link), nil)
        }
        guard let pixels = PhotoPixels(pixmap: picture) else { return (.missing(missing), nil) }
        return (.drawn(score: score), pixels)
    }
}

extension SheetCard {
    fileprivate init(
        _ job: Job, _ charges: [Charge], _ surroundings: JobSurroundings, photo: Side,
        headshot: Side?, now: Date, in timeZone: TimeZone
    ) {
        // The sentence already names the findings that refused the photo.
        // What was behind the person in the photo matters only to a headshot that has it, too.
        let backdrop = job.headshotAnalysis?.making?.backdrop
        let isReplaced = job.state == .succeeded && job.kind == .headshot && backdrop != .own
        let findings =
            (job.headshotAnalysis?.findings ?? [])
            + job.photoFindings.filter { finding in
                (job.state != .rejected || finding.severity != .refusal)
                    && !(isReplaced && finding.faceRule?.part == .background)
            }
        let isFree = ProviderKind(rawValue: job.provider) == .local
        let prices = isFree ? ["free"] : charges.map(MoneyWords.price(of:))
        let facts: [(name: String, value: String)?] = [
            ("Job", job.id.description), ("Person", job.person.label),
            job.kind == .headshot ? nil : ("Kind", job.kind.rawValue),
            job.styleName.map { ("Style", $0) },
            ("Provider", job.provider),
            job.headshotAnalysis?.making.map { ("Backdrop", $0.backdrop.rawValue) },
            job.headshotAnalysis?.comparison.map { ("Face beside the photo's", $0.verdict.words) },
            ("Submitted", TimeWords.minute(job.created, in: timeZone)),
            prices.isEmpty ? nil : ("Cost", prices.joined(separator: " + ")),
        ]
        self.init(
            title: job.inputName ?? "\(job.id)", state: job.state.rawValue,
            standing: Standing(job.state),
            // It is read later.
            sentence: TimeWords.$saysSpans.withValue(false) {
                job.sentence(in: surroundings, now: now, timeZone: timeZone)
            }, photo: photo, headshot: headshot,
            facts: facts.compactMap { $0 }, findings: findings.map(\.sentence))
    }
}

extension FaceComparison.Verdict {
    /// The verdict as a fact on a card.
    fileprivate var words: String {
        switch self {
        case .kept: "the same proportions"
        case .changed: "other proportions"
        case .notCompared: "not compared"
        }
    }
}

extension SheetCard.Standing {
    fileprivate init(_ state: JobState) {
        self =
            switch state {
            case .succeeded: .done
            case .uncertain: .undecided
            case .rejected, .failed: .failed
            case .waiting, .running, .cancelled: .open
            }
    }
}
