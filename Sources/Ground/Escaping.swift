extension String {
    /// The text with some of its scalars replaced; `replacement` returns `nil` for a scalar that stays.
    ///
    /// All escaping works by scalars, as every reader does: with an accent on it, a quotation mark is another
    /// `Character`, and still ends a cell or an attribute.
    public func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            if let other = replacement(scalar) {
                scalars.append(contentsOf: other.unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
