import PromptFactory
import Testing

/// What must stay true of the shipped words, however they are edited.
struct ShippedWordsTests {
    @Test(arguments: Style.all)
    func `what is not wanted is never named`(style: Style) throws {
        let negatives: Set<String> = [
            "no", "not", "never", "none", "nothing", "without", "avoid", "don't", "neither", "nor",
        ]
        let prompt = try PromptComposer(folder: shippedPrompts).prompt(for: style)
        let words = prompt.text.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        #expect(negatives.isDisjoint(with: words))
    }

    @Test(arguments: [
        (Angle.left, "viewer's left", "person's own right-hand side"),
        (Angle.right, "viewer's right", "person's own left-hand side"),
    ])
    func `a turned head is described for the viewer and for the person`(
        angle: Angle, viewer: String, person: String
    ) throws {
        let composer = try PromptComposer(folder: shippedPrompts)
        for background in Background.allCases {
            let text = composer.prompt(for: Style(angle: angle, background: background)).text
            #expect(text.contains(viewer))
            #expect(text.contains(person))
        }
    }

    @Test(arguments: Style.all)
    func `identity is asked for before anything else of the picture`(style: Style) throws {
        let text = try PromptComposer(folder: shippedPrompts).prompt(for: style).text
        let paragraphs = text.split(separator: "\n\n")
        try #require(paragraphs.count > 1)
        #expect(paragraphs[1].hasPrefix("Identity comes first."))
    }
}
