import Foundation
import Generation
import JobQueue
import ObjectStore
import People
import PromptFactory

/// Words that a model writes, for money; the local words are there already and stay if it does not.
struct WordsByModel: Recipe {
    private let kind: WordsKind
    private let order: WordsOrder

    init?(_ job: Job) {
        guard let kind = WordsKind(job), let order = WordsOrder(payload: job.payload),
            !order.data.isEmpty
        else { return nil }
        self.kind = kind
        self.order = order
    }

    func prepare(_ claim: Claim, with bench: Workbench) async throws -> Prepared {
        guard let wanted = bench.words[kind, order] else { return .ends(.leftToOthers) }
        var parts: [Part] = [.text(wanted.prompt.text), .text(order.part)]
        if kind.hasPhoto {
            do {
                guard let name = claim.job.input,
                    let photo = try await bench.home.photo(named: name).read()
                else { return .ends(.failed(reason: .photoMissing, detail: nil)) }
                parts.append(.jpeg(photo))
            } catch StorageError.unusable(let path, let detail) {
                return .ends(.failed(reason: .photoUnreadable, detail: "\(path): \(detail)"))
            }
        }
        return .ask(
            Ask(
                prompt: wanted.prompt, parts: parts,
                wants: .words(wanted.schema, mostTokens: kind.mostTokens)))
    }

    func finish(
        _ answer: Spool.Entry, _ charge: Charge, of claim: Claim, with bench: Workbench
    ) async throws -> Finished {
        // The provider's answer fits the schema, or it would not be here.
        let words = String(decoding: answer.body, as: UTF8.self)
        guard let texts = try? JSONDecoder().decode(Texts.self, from: answer.body) else {
            return .unusable(.unreadableAnswer, detail: "it is not JSON")
        }
        let judgement =
            kind.judges
            ? (try? JSONDecoder().decode(Judgement.self, from: answer.body)) : nil
        // Its text is not shown, and so not kept.
        if let judgement, judgement.tone == .concern { return .words(judgement.alone) }
        for text in texts.all {
            // The phrase is a list's own; what the model wrote is not repeated.
            guard let (fault, phrase) = Wording.fault(in: text) else { continue }
            // How it has read the moment counts, whatever it wrote.
            if let judgement, judgement.tone != .cheer { return .words(judgement.alone) }
            return .unusable(.refusedWords, detail: "\(fault.rawValue): '\(phrase)'")
        }
        return .words(words)
    }
}

/// How a model has read a moment.
private struct Judgement: Codable {
    let tone: ModelTone

    /// The answer without a text.
    var alone: String { JSON.text(self) ?? "{}" }
}

/// All texts in a JSON document, wherever they are.
private struct Texts: Decodable {
    var all: [String] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            all = [text]
        } else if let members = try? container.decode([String: Texts].self) {
            all = members.values.flatMap(\.all)
        } else if let elements = try? container.decode([Texts].self) {
            all = elements.flatMap(\.all)
        }
    }
}
