import JobQueue

/// Rows of a table as RFC 4180 describes them, made safe for spreadsheets.
package enum CSV {
    /// One row, without the end of its line.
    ///
    /// Cells are strangers' words: one that a spreadsheet would take for a formula begins with an apostrophe.
    package static func row(_ cells: [String?]) -> String {
        cells.map { quoted(harmless($0 ?? "")) }.joined(separator: ",")
    }

    /// The end of a line before the newline that every answer ends with: RFC 4180 wants both.
    package static let lineEnd = "\r"

    private static func quoted(_ cell: String) -> String {
        let isPlain = cell.unicodeScalars.allSatisfy { !special.contains($0) }
        return isPlain ? cell : "\"\(cell.replacing("\"", with: "\"\""))\""
    }

    /// A cell that no spreadsheet computes: neither as a whole, nor cut at a semicolon, as some countries' do.
    private static func harmless(_ cell: String) -> String {
        var text = String.UnicodeScalarView()
        var isStart = true
        for scalar in cell.printable.unicodeScalars {
            if isStart, formulaStarts.contains(scalar) { text.append("'") }
            text.append(scalar)
            if scalar != " " && scalar != "\"" { isStart = scalar == ";" }
        }
        return String(text)
    }

    private static let special: Set<Unicode.Scalar> = [",", "\"", "\r", "\n", ";", " "]

    /// What begins a formula in Excel, LibreOffice or Google Sheets; the wide forms count in East Asian settings.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
}
