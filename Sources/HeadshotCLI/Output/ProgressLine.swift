import Glibc

/// One line on a terminal that says how far a long command is; nothing where there is no terminal.
struct ProgressLine {
    private let isShown = isatty(STDERR_FILENO) == 1
    private var width = 0

    /// Replaces what the line said before.
    mutating func show(_ text: String) {
        guard isShown else { return }
        let padding = String(repeating: " ", count: max(0, width - text.count))
        try? StandardStream.standardError.write("\r\(text)\(padding)")
        width = text.count
    }

    /// Makes room for what is printed next.
    mutating func clear() {
        guard isShown, width > 0 else { return }
        show("")
        try? StandardStream.standardError.write("\r")
        width = 0
    }
}
