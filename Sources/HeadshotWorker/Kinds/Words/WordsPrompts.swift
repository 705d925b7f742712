import Generation
import JobQueue
public import PromptFactory

/// The prompts and schemas of all kinds of words, read and checked when it is created.
public struct WordsPrompts: Sendable {
    /// What a model gets, and what it must return.
    struct Wanted: Sendable {
        let prompt: Prompt
        let schema: WordsSchema
    }

    private struct Name: Hashable {
        let kind: WordsKind
        let persona: String?
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
                let words = try InstructionFile(named: kind.file, as: persona, folder: folder)
                let schema: WordsSchema
                do {
                    schema = try WordsSchema(jsonSchema: words.schema)
                } catch {
                    throw .badSchema(file: words.schemaPath, detail: error.detail)
                }
                wanted[Name(kind: kind, persona: persona)] = Wanted(
                    prompt: words.prompt, schema: schema)
            }
        }
        self.wanted = wanted
    }

    /// Whether there is a prompt for a job; `true` for a job that is not about words.
    func has(_ job: Job) -> Bool {
        guard let kind = WordsKind(job) else { return true }
        return self[kind, WordsOrder(payload: job.payload)?.persona] != nil
    }

    /// What is asked for in the words of a persona; nil if its file is gone.
    subscript(kind: WordsKind, persona: String?) -> Wanted? {
        wanted[Name(kind: kind, persona: persona)]
    }
}
