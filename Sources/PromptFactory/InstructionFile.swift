public import Foundation

/// What a model is to write, with the schema that its words must fit.
///
/// The instruction is `words/<name>.txt` with `safety.txt` after it, and what the persona says of itself before it; the
/// schema is `schemas/<name>.json`. What a person wrote is never part of it.
public struct InstructionFile: Sendable {
    /// The instruction; its version changes with the schema, too.
    public let prompt: Prompt
    /// The schema's bytes.
    public let schema: Data
    /// The schema's file, for errors.
    public let schemaPath: String

    /// Reads the files of a folder of prompts.
    ///
    /// - Parameter persona: Who speaks: `personas/<persona>.txt` comes first, and stands for `[Persona]`.
    public init(
        named name: String, as persona: String? = nil, folder: String
    ) throws(PromptError) {
        var instruction = try words(ofFile: "\(folder)/words/\(name).txt")
        if let persona {
            let path = Personas.path(of: persona, in: folder)
            instruction =
                "\(try words(ofFile: path))\n\n"
                + instruction.replacing("[Persona]", with: persona.capitalized)
        }
        let safety = try words(ofFile: "\(folder)/safety.txt")
        schemaPath = "\(folder)/schemas/\(name).json"
        schema = try contents(ofFile: schemaPath)
        prompt = Prompt(
            text: "\(instruction)\n\n\(safety)",
            with: String(decoding: schema, as: UTF8.self))
    }
}

/// Who may speak to a person: the files of a folder.
public enum Personas {
    /// The names of the personas in a folder of prompts, in order; none if it has no such folder.
    public static func names(in folder: String) -> [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: self.folder(in: folder))
        return (files ?? []).filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }
            .map { String($0.dropLast(suffix.count)) }.sorted()
    }

    /// Where they are in a folder of prompts.
    public static func folder(in prompts: String) -> String { "\(prompts)/personas" }

    static func path(of persona: String, in prompts: String) -> String {
        "\(folder(in: prompts))/\(persona)\(suffix)"
    }

    private static let suffix = ".txt"
}
