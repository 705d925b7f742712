/// The six prompts of one folder, read and checked when it is created.
///
/// The folder holds a frame, `headshot.txt`, and the words that fill its placeholders: `angles/*.txt` and
/// `backgrounds/*.txt`. Nothing is read later, so the prompts that are sent are those that were checked at the
/// start, even while a person edits the files.
public struct PromptComposer: Sendable {
    /// The version of the six prompts together: it changes when any of them does.
    public let version: String

    private let frame: PromptTemplate
    private let angles: AngleWords
    private let backgrounds: BackgroundWords

    /// Reads and checks the prompts of a folder; blocks while it reads six small files.
    ///
    /// - Parameter folder: The folder's path. Errors name files by this path.
    /// - Throws: The first fault found, in the order frame, angles, backgrounds.
    public init(folder: String) throws(PromptError) {
        let frame = try PromptTemplate(
            PromptFile(path: "\(folder)/headshot.txt"), filling: Placeholder.allCases)
        let angles = try AngleWords(folder: "\(folder)/angles")
        let backgrounds = try BackgroundWords(folder: "\(folder)/backgrounds")

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

/// The words of each angle.
private struct AngleWords {
    private let front: String
    private let left: String
    private let right: String

    init(folder: String) throws(PromptError) {
        front = try words(ofFile: "\(folder)/front.txt")
        left = try words(ofFile: "\(folder)/left.txt")
        right = try words(ofFile: "\(folder)/right.txt")
    }

    subscript(angle: Angle) -> String {
        switch angle {
        case .front: front
        case .left: left
        case .right: right
        }
    }
}

/// The words of each background.
private struct BackgroundWords {
    private let professional: String
    private let casual: String

    init(folder: String) throws(PromptError) {
        professional = try words(ofFile: "\(folder)/professional.txt")
        casual = try words(ofFile: "\(folder)/casual.txt")
    }

    subscript(background: Background) -> String {
        switch background {
        case .professional: professional
        case .casual: casual
        }
    }
}

/// Returns the words of a file without placeholders.
func words(ofFile path: String) throws(PromptError) -> String {
    try PromptTemplate(PromptFile(path: path), filling: []).text(angle: "", background: "")
}
