/// Rows of text in aligned columns.
struct TextTable {
    private var rows: [[String]]
    /// The widths of what was printed before.
    private var widths: [Int]

    init(_ header: String...) { self.init(header) }

    init(_ header: [String]) {
        rows = [header]
        widths = header.map { _ in 0 }
    }

    /// Adds a row; it has as many cells as the header, each of one or several lines.
    mutating func add(_ cells: String...) { add(cells) }

    mutating func add(_ cells: [String]) {
        let lines = cells.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        for line in 0..<(lines.map(\.count).max() ?? 1) {
            rows.append(lines.map { line < $0.count ? String($0[line]) : "" })
        }
    }

    /// The lines, without trailing spaces and without a newline at the end.
    var text: String {
        var table = self
        return table.takeLines()
    }

    /// Where a column begins in the lines so far, in columns of a terminal.
    func start(of column: Int) -> Int { widths.prefix(column).reduce(0) { $0 + $1 + 2 } }

    /// The lines since the last call; columns are as wide as all rows so far need.
    mutating func takeLines() -> String {
        widths = widths.indices.map { column in
            max(widths[column], rows.map { $0[column].columns }.max() ?? 0)
        }
        defer { rows = [] }
        return rows.map { cells in
            zip(cells, widths).map { cell, width in cell.padded(to: width) }
                .joined(separator: "  ").trimmingTrailingSpaces()
        }.joined(separator: "\n")
    }
}

/// Values with their names, the names in one column.
struct FieldList {
    private var fields: [(name: String, value: String)] = []

    /// Adds a field; one without a value is left out, and one of several lines is indented.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        fields.append((name, value))
    }

    var text: String {
        let width = fields.map(\.name.columns).max() ?? 0
        return fields.map { name, value in
            let indent = "\n" + String(repeating: " ", count: width + 2)
            return "\(name.padded(to: width))  \(value.replacing("\n", with: indent))"
        }.joined(separator: "\n")
    }
}

extension String {
    func trimmingTrailingSpaces() -> String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}
