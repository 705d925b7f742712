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

    /// The text with every byte written as `%XX` but those of letters, digits, `-._~` and some others, so that nothing in it
    /// can end a path, a query or a header.
    public func percentEncoded(keeping kept: String = "") -> String {
        let plain = Set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~\(kept)".utf8)
        return utf8.map { byte in
            plain.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + [byte].hexadecimal.uppercased()
        }.joined()
    }
}
