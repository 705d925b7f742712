import Ground

/// Colours for drawing on photos; the fills are those of the pages' style.
enum Ink {
    static let white = "#ffffff"
    static let black = "#000000"
    /// Text that is readable on the dark band below a photo, and less important than the rest.
    static let muted = "#c4c4c0"

    /// A fill on which white is readable.
    static func fill(_ severity: Finding.Severity?) -> String {
        switch severity {
        case .refusal: "#b3261e"
        case .warning: "#8a5200"
        case .notice: "#55555c"
        case nil: "#1b6e3c"
        }
    }

    /// A line that is seen on a photo, with a dark one below it.
    static func line(_ severity: Finding.Severity?) -> String {
        switch severity {
        case .refusal: "#ff8a80"
        case .warning: "#ffc45c"
        case .notice, nil: "#6fe39a"
        }
    }
}
