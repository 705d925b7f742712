import Foundation
import PromptFactory
import Testing

/// Who speaks where a model writes to a person.
struct PersonaTests {
    @Test func `a persona comes first, its name stands in the words, and safety comes last`() throws
    {
        let names = Personas.names(in: shippedPrompts)
        #expect(names.contains("bestie"))
        #expect(names.count > 1)
        let safety = try String(contentsOfFile: "\(shippedPrompts)/safety.txt", encoding: .utf8)
        var versions: Set<String> = []
        for name in names {
            for words in ["coach-summary", "live-turn"] {
                let file = try InstructionFile(named: words, as: name, folder: shippedPrompts)
                let text = file.prompt.text
                let own = try String(
                    contentsOfFile: "\(shippedPrompts)/personas/\(name).txt", encoding: .utf8)
                #expect(text.hasPrefix(own.trimmingCharacters(in: .whitespacesAndNewlines)))
                #expect(text.hasSuffix(safety.trimmingCharacters(in: .whitespacesAndNewlines)))
                #expect(!text.contains("[Persona]"))
                versions.insert(file.prompt.version)
            }
        }
        #expect(versions.count == names.count * 2)
    }

    @Test func `a persona without a file is no persona`() {
        #expect(throws: PromptError.self) {
            try InstructionFile(named: "live-turn", as: "nobody", folder: shippedPrompts)
        }
        #expect(Personas.names(in: "/nowhere").isEmpty)
    }
}
