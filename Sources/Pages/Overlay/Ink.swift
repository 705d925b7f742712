/// Colours for drawing on photos; the fills are those of the pages' style.
enum Ink {
    static let white = "#ffffff"
    static let black = "#000000"

    /// A fill on which white is readable.
    static func fill(_ severity: PageFinding.Severity?) -> String {
        switch severity {
        case .refusal: "#b3261e"
        case .warning: "#8a5200"
        case .notice: "#55555c"
        case nil: "#1b6e3c"
        }
    }

    /// The colour of a line on a photo; a dark line lies below it.
    static func line(_ severity: PageFinding.Severity?) -> String {
        switch severity {
        case .refusal: "#ff8a80"
        case .warning: "#ffc45c"
        case .notice, nil: "#6fe39a"
        }
    }
}
