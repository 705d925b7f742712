package import Ground

/// The header behind first bytes that fit a format can be read.
enum HeaderRule: PhotoRule {
    static let name = "header"
    static let requirement = "The photo was refused: its file is damaged."

    static func finding(of format: PhotoFormat, under limits: PhotoLimits) -> Finding {
        Finding(
            rule: name, severity: .refusal, seen: "damaged \(format.rawValue) header",
            limit: "a readable header", sentence: limits.damagedSentence)
    }
}

/// The whole picture can be decoded: no pixels are damaged or missing.
package enum DecodingRule: PhotoRule {
    package static let name = "decoding"
    package static let requirement = "The photo was refused: it cannot be decoded."

    package static func finding(
        for facts: PhotoFacts, under limits: PhotoLimits
    ) -> Finding {
        Finding(
            rule: name, severity: .refusal, seen: "damaged \(facts.format.rawValue) pixels",
            limit: "every pixel", sentence: limits.damagedSentence)
    }
}

/// Decoding neither crashes nor takes more of the machine than a photo should.
package enum SafeDecodingRule: PhotoRule {
    package static let name = "safeDecoding"
    package static let requirement = "The photo was refused: it cannot be decoded safely."

    /// Refuses a picture that was given up because of what decoding it did or took.
    package static func finding(because reason: String, under limits: PhotoLimits) -> Finding {
        Finding(
            rule: name, severity: .refusal, seen: reason, limit: "decoded safely",
            sentence: limits.subject.sentence(
                "This \(limits.subject.rawValue) could not be decoded safely: \(reason).",
                advice: "Save it anew with a photo program, or choose another one."))
    }
}

extension PhotoLimits {
    fileprivate var damagedSentence: String {
        subject.sentence(
            "The \(subject.rawValue) is damaged or incomplete and cannot be decoded.",
            advice: "Copy it again from where it came from, or choose another one.")
    }
}
