/// Finds where the bytes of a HEIF's items are.
///
/// Layout: ISO/IEC 14496-12, section 8.11.3 (item location box).
enum HEIFLocations {
    /// Where each item's bytes begin and end in the file; items stored within a box of the list have none.
    static func extents(in content: ByteView) -> [Int: Range<Int>] {
        guard let (version, _, content) = content.versioned,
            let widths = content.number(at: 0, width: 2)
        else { return [:] }
        var position = 2
        func next(_ width: Int) -> Int? {
            defer { position += width }
            return content.number(at: position, width: width)
        }
        func width(at bit: Int) -> Int {
            let width = widths >> bit & 15
            return width == 4 || width == 8 ? width : 0
        }
        let (index, offset, length) = (version == 0 ? 0 : width(at: 0), width(at: 12), width(at: 8))
        // A file can claim any number of extents that take no bytes; they must not cost time.
        guard index + offset + length > 0, next(version < 2 ? 2 : 4) != nil else { return [:] }
        var extents: [Int: Range<Int>] = [:]
        while let item = next(version < 2 ? 2 : 4), let method = next(version == 0 ? 0 : 2),
            next(2) != nil, let base = next(width(at: 4)), let count = next(2)
        {
            for _ in 0..<count {
                guard next(index) != nil, let offset = next(offset), let length = next(length)
                else { return extents }
                // The lowest bits say what the offset is relative to; 0 is the file.
                guard method & 15 == 0 else { continue }
                let (start, end) = (sum(base, offset), sum(base, offset, length))
                let others = extents[item] ?? start..<end
                extents[item] = min(others.lowerBound, start)..<max(others.upperBound, end)
            }
        }
        return extents
    }

    /// The sum of numbers that a file claims, capped at the largest number.
    private static func sum(_ parts: Int...) -> Int {
        parts.reduce(0) { sum, part in
            let (sum, isTooLarge) = sum.addingReportingOverflow(part)
            return isTooLarge ? .max : sum
        }
    }
}
