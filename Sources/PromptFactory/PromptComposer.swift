/// The six prompts of one folder, read and checked when it is created.
///
/// The folder holds a frame, `headshot.txt`, and the words that fill its placeholders: `angles/*.txt` and
/// `backgrounds/*.txt`. Nothing is read later, so the prompts that are sent are those that were checked at the
/// start, even while a person edits the files.
public struct PromptComposer: Sendable {
    /// The version of the six prompts together: it changes when any of them does.
    public let version: String

    private let frame: PromptTemplate
    private let angles: WordsOfEach<Angle>
    private let backgrounds: WordsOfEach<Background>

    /// Reads and checks the prompts of a folder; blocks while it reads six small files.
    ///
    /// - Parameter folder: The folder's path. Errors name files by this path.
    /// - Throws: The first fault found, in the order frame, angles, backgrounds.
    public init(folder: String) throws(PromptError) {
        let frame = try PromptTemplate(
            PromptFile(path: "\(folder)/headshot.txt"), filling: Placeholder.allCases)
        let angles = try WordsOfEach<Angle>(folder: "\(folder)/angles")
        let backgrounds = try WordsOfEach<Background>(folder: "\(folder)/backgrounds")

        self.frame = frame
        self.angles = angles
        self.backgrounds = backgrounds
        self.version = contentVersion(
            of: Style.all.map { style in
                frame.text(angle: angles[style.angle], background: backgrounds[style.background])
            })
    }

    /// Returns the prompt of a style.
    public func prompt(for style: Style) -> Prompt {
        Prompt(
            text: frame.text(
                angle: angles[style.angle], background: backgrounds[style.background]))
    }
}

/// The words of each angle, or of each background.
private struct WordsOfEach<Key: CaseIterable & RawRepresentable & Hashable & Sendable>: Sendable
where Key.RawValue == String {
    private var texts: [Key: String] = [:]

    init(folder: String) throws(PromptError) {
        for key in Key.allCases { texts[key] = try words(ofFile: "\(folder)/\(key.rawValue).txt") }
    }

    // There are words for every key.
    subscript(key: Key) -> String { texts[key, default: ""] }
}

func words(ofFile path: String) throws(PromptError) -> String {
    try PromptTemplate(PromptFile(path: path), filling: []).text(angle: "", background: "")
}
