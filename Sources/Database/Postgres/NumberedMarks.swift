/// A statement's marks as PostgreSQL writes them: `$1` for SQLite's `?` and `?1`.
enum NumberedMarks {
    /// The statement with numbered marks; a mark in a quoted text is text.
    static func of(_ sql: String) -> String {
        var numbered = ""
        var last = 0
        var isQuoted = false
        var rest = Substring(sql)
        while let character = rest.popFirst() {
            if character == "'" { isQuoted.toggle() }
            guard character == "?", !isQuoted else {
                numbered.append(character)
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let number = Int(digits) ?? last + 1
            last = max(last, number)
            numbered += "$\(number)"
        }
        return numbered
    }
}
