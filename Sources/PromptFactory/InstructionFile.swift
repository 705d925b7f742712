public import Foundation

/// What a model is told to write, with the schema that its words must fit.
///
/// The instruction is `words/<name>.txt` with `safety.txt` after it; the schema is `schemas/<name>.json`. What a person
/// wrote is never part of it.
public struct InstructionFile: Sendable {
    /// The instruction; its version changes with the schema, too.
    public let prompt: Prompt
    /// The schema's bytes.
    public let schema: Data
    /// The schema's file, for errors.
    public let schemaPath: String

    /// Reads the files of a folder of prompts.
    public init(named name: String, folder: String) throws(PromptError) {
        let instruction = try words(ofFile: "\(folder)/words/\(name).txt")
        let safety = try words(ofFile: "\(folder)/safety.txt")
        schemaPath = "\(folder)/schemas/\(name).json"
        schema = try contents(ofFile: schemaPath)
        prompt = Prompt(
            text: "\(instruction)\n\n\(safety)",
            with: String(decoding: schema, as: UTF8.self))
    }
}
