/// Many short lists in one block of memory.
struct Rows<Element: Sendable>: Sendable {
    /// The lists, one behind the other.
    let elements: [Element]
    private let starts: [Int32]

    init(_ rows: [[Element]]) {
        elements = rows.flatMap(\.self)
        var starts: [Int32] = [0]
        for row in rows { starts.append(starts[starts.count - 1] + Int32(clamping: row.count)) }
        self.starts = starts
    }

    /// Where a list is among the elements.
    func range(of row: Int) -> Range<Int> {
        Int(clamping: starts[row])..<Int(clamping: starts[row + 1])
    }
}
