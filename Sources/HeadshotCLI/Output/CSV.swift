import Answers
import Ground
import JobQueue

/// Rows of a table (RFC 4180), made safe for spreadsheets.
enum CSV {
    /// One row, without the end of its line.
    ///
    /// Cells are untrusted: one that a spreadsheet would take for a formula gets an apostrophe in front.
    static func row(_ cells: [String?]) -> String {
        cells.map { quoted(harmless($0 ?? "")) }.joined(separator: ",")
    }

    /// The carriage return before the newline that ends every answer: RFC 4180 wants both.
    static let lineEnd = "\r"

    private static func quoted(_ cell: String) -> String {
        let isPlain = cell.unicodeScalars.allSatisfy { !special.contains($0) }
        return isPlain ? cell : "\"\(cell.replacingScalars { $0 == "\"" ? "\"\"" : nil })\""
    }

    /// A cell that no spreadsheet evaluates, neither as a whole nor split at a semicolon, as in some locales.
    private static func harmless(_ cell: String) -> String {
        var text = String.UnicodeScalarView()
        var isStart = true
        for scalar in cell.printable.unicodeScalars {
            if isStart, formulaStarts.contains(scalar) { text.append("'") }
            text.append(scalar)
            if !scalar.isPassedOver { isStart = scalar == ";" }
        }
        return String(text)
    }

    private static let special: Set<Unicode.Scalar> = [",", "\"", "\r", "\n", ";", " "]

    /// Characters that begin a formula in Excel, LibreOffice or Google Sheets; the wide forms do in East Asian locales.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
}

extension Unicode.Scalar {
    /// Whether a spreadsheet may look for the beginning of a formula behind it.
    fileprivate var isPassedOver: Bool {
        if isASCII { return self == " " || self == "\"" }
        return switch properties.generalCategory {
        case .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
