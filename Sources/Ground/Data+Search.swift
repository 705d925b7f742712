public import FoundationEssentials

extension Data {
    /// Where the bytes of a text occur first; `nil` if they occur nowhere.
    public func firstRange(of text: String) -> Range<Index>? {
        let sought = Array(text.utf8)
        guard let first = sought.first, count >= sought.count else { return nil }
        let all = span
        for place in 0...count - sought.count
        where all[place] == first && sought.indices.allSatisfy({ all[place + $0] == sought[$0] }) {
            return startIndex + place..<startIndex + place + sought.count
        }
        return nil
    }
}
