/// Findings about the photo as sent.
enum SentPhotoRules {
    /// A notice if the photo had to be reduced; nil if it kept its sides.
    static func downscaling(of facts: PhotoFacts, to photo: FittedJPEG) -> Finding? {
        guard photo.width < facts.width || photo.height < facts.height else { return nil }
        return Finding(
            rule: .sentSide, severity: .notice, seen: "\(photo.width)x\(photo.height)",
            limit: "\(facts.width)x\(facts.height)",
            sentence: """
                The photo was made smaller, from \(facts.width) by \(facts.height) to \
                \(photo.width) by \(photo.height) pixels, because it has more detail than fits.
                """)
    }

    /// The photo cannot be made small enough.
    static func unfittable(under limits: PhotoLimits) -> Finding {
        Finding(
            rule: .sentByteCount, severity: .refusal, seen: "more",
            limit: "\(limits.sentByteCount)",
            sentence: "The photo cannot be made small enough to be sent. Choose another photo.")
    }
}
