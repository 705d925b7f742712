/// Findings about pictures whose bytes do not match their format.
package enum ReadableRules {
    /// The first bytes match the format, but the header after them does not.
    static func unreadableHeader(of format: PhotoFormat, under limits: PhotoLimits) -> Finding {
        Finding(
            rule: .header, severity: .refusal, seen: "damaged \(format.rawValue) header",
            limit: "a readable header", sentence: damaged(limits))
    }

    /// The header is fine, but pixels are damaged or missing.
    static func undecodable(_ facts: PhotoFacts, under limits: PhotoLimits) -> Finding {
        Finding(
            rule: .decoding, severity: .refusal, seen: "damaged \(facts.format.rawValue) pixels",
            limit: "every pixel", sentence: damaged(limits))
    }

    /// Decoding was aborted because of what it did or used.
    package static func unsafe(because reason: String, under limits: PhotoLimits) -> Finding {
        Finding(
            rule: .safeDecoding, severity: .refusal, seen: reason, limit: "decoded safely",
            sentence: limits.subject.sentence(
                "This \(limits.subject.rawValue) could not be decoded safely: \(reason).",
                advice: "Save it anew with a photo program, or choose another one."))
    }

    private static func damaged(_ limits: PhotoLimits) -> String {
        limits.subject.sentence(
            "The \(limits.subject.rawValue) is damaged or incomplete and cannot be decoded.",
            advice: "Copy it again from where it came from, or choose another one.")
    }
}
