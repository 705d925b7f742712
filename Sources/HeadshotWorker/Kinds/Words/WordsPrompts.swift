import Generation
public import PromptFactory

/// The prompts and schemas of all kinds of words, read and checked when it is created.
public struct WordsPrompts: Sendable {
    /// What a model is told and asked for.
    struct Wanted: Sendable {
        let prompt: Prompt
        let schema: WordsSchema
    }

    private let wanted: [WordsKind: Wanted]

    /// Reads and checks the folder of the prompts.
    ///
    /// - Throws: ``PromptError`` for the first fault found.
    public init(folder: String) throws(PromptError) {
        var wanted: [WordsKind: Wanted] = [:]
        for kind in WordsKind.allCases {
            let words = try InstructionFile(named: kind.file, folder: folder)
            let schema: WordsSchema
            do {
                schema = try WordsSchema(jsonSchema: words.schema)
            } catch {
                throw .badSchema(file: words.schemaPath, detail: error.detail)
            }
            wanted[kind] = Wanted(prompt: words.prompt, schema: schema)
        }
        self.wanted = wanted
    }

    subscript(kind: WordsKind) -> Wanted {
        guard let wanted = wanted[kind] else {
            preconditionFailure("the prompts of all kinds were read")
        }
        return wanted
    }
}
