package import Ground

/// The photo as sent keeps the sides of the photo; says so where they were not kept.
package enum SentSideRule: PhotoRule {
    package static let name = "sentSide"
    package static let requirement =
        "The photo was refused: it cannot be made small enough to send."

    package static func finding(
        for facts: PhotoFacts, sentAs size: (width: Int, height: Int)
    ) -> Finding? {
        guard size.width < facts.width || size.height < facts.height else { return nil }
        return Finding(
            rule: name, severity: .notice, seen: "\(size.width)x\(size.height)",
            limit: "\(facts.width)x\(facts.height)",
            sentence: """
                The photo was made smaller, from \(facts.width) by \(facts.height) to \
                \(size.width) by \(size.height) pixels, because it has more detail than fits.
                """)
    }
}

/// The photo as sent fits its number of bytes.
package enum SentByteCountRule: PhotoRule {
    package static let name = "sentByteCount"
    package static let requirement =
        "The photo was refused: it cannot be made small enough to send."

    package static func finding(under limits: PhotoLimits) -> Finding {
        Finding(
            rule: name, severity: .refusal, seen: "more",
            limit: "\(limits.sentByteCount)",
            sentence: "The photo cannot be made small enough to be sent. Choose another photo.")
    }
}
