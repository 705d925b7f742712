import Generation
import JobQueue
import People
public import PromptFactory

/// The prompts and schemas of all kinds of words, read and checked when it is created.
public struct WordsPrompts: Sendable {
    /// What a model is told and asked for.
    struct Wanted: Sendable {
        let prompt: Prompt
        let schema: WordsSchema
    }

    private struct Name: Hashable {
        let kind: WordsKind
        let persona: String?
        let manner: WordsOrder.Manner?
    }

    private let wanted: [Name: Wanted]

    /// Reads and checks the folder of the prompts.
    ///
    /// - Throws: ``PromptError`` for the first fault found.
    public init(folder: String) throws(PromptError) {
        var wanted: [Name: Wanted] = [:]
        let names = Personas.names(in: folder)
        guard !names.isEmpty else { throw .missingFile(file: Personas.folder(in: folder)) }
        for kind in WordsKind.allCases {
            let personas: [String?] = kind.hasPersona ? names : [nil]
            for persona in personas {
                for manner in kind.manners {
                    let words = try InstructionFile(
                        named: kind.file(manner), as: persona, folder: folder)
                    let schema: WordsSchema
                    do {
                        schema = try WordsSchema(jsonSchema: words.schema)
                    } catch {
                        throw .badSchema(file: words.schemaPath, detail: error.detail)
                    }
                    if kind.judges, !schema.asksForTone {
                        // Answers without it would be paid for and not be shown.
                        let detail = "it needs a 'tone' of \(ModelTone.names) and a 'text'"
                        throw .badSchema(file: words.schemaPath, detail: detail)
                    }
                    wanted[Name(kind: kind, persona: persona, manner: manner)] = Wanted(
                        prompt: words.prompt, schema: schema)
                }
            }
        }
        self.wanted = wanted
    }

    /// Whether there is a prompt for a job; `true` for a job that is not about words.
    func has(_ job: Job) -> Bool {
        guard let kind = WordsKind(job) else { return true }
        return self[kind, WordsOrder(payload: job.payload) ?? WordsOrder(data: [:])] != nil
    }

    /// What is asked for by an order; nil if a file of it is gone.
    subscript(kind: WordsKind, order: WordsOrder) -> Wanted? {
        wanted[Name(kind: kind, persona: order.persona, manner: order.manner)]
    }
}

extension WordsSchema {
    /// Whether the answer has a ``ModelTone`` and a text.
    fileprivate var asksForTone: Bool {
        guard case .object(let fields) = self else { return false }
        return fields.contains { field in
            guard case .choice(let choices) = field.schema else { return false }
            return field.name == "tone" && field.isRequired
                && Set(choices) == Set(ModelTone.allCases.map(\.rawValue))
        }
            && fields.contains { field in
                guard case .text = field.schema else { return false }
                return field.name == "text" && field.isRequired
            }
    }
}
