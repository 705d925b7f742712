import FoundationEssentials
package import Ground

/// The rules over a picture's file and its pixels, in the order of their findings.
///
/// Their names are stable and are stored.
package enum PictureRule: String, CaseIterable, Sendable {
    /// A photo is a regular file, not a link, a folder, a pipe, or a device.
    case regularFile
    /// A file does not change while it is read.
    case steadyFile
    /// The file has at least one byte and not too many.
    case byteCount
    /// The content is of an accepted format, whatever the file is called.
    case format
    /// A PNG does not have more compressed text than any program would write.
    case compressedText
    /// The header behind first bytes that fit a format can be read.
    case header
    /// Each side has enough pixels and not too many.
    case side
    /// A JPEG does not ask for more passes over its pixels than any camera would.
    case scanCount
    /// A file holds one picture; of several, only the first is used.
    case singlePage
    /// The whole picture can be decoded: no pixels are damaged or missing.
    case decoding
    /// Something of the picture can be seen: it is not transparent everywhere.
    case visible
    /// Decoding neither crashes nor takes more of the machine than a photo should.
    case safeDecoding
    /// The photo that was handed in is small enough as it is.
    case madeSmaller
    /// The photo as sent keeps the sides of the photo.
    case sentSide
    /// The photo as sent fits its number of bytes.
    case sentByteCount

    /// What they are called.
    package static var names: [String] { allCases.map(\.rawValue) }

    /// What it asks of a photo, for a job whose findings are gone.
    package var requirement: String {
        let fault =
            switch self {
            case .regularFile: "it must be a regular file"
            case .steadyFile: "its file must not change while it is read"
            case .byteCount: "its file is too large, or empty"
            case .format: "its format is not accepted"
            case .compressedText: "it has too much compressed text"
            case .header: "its file is damaged"
            case .side: "its sides are too short or too long"
            case .scanCount: "it has too many scans"
            case .singlePage: "its file must hold one picture"
            case .decoding: "it cannot be decoded"
            case .visible: "all of it is transparent"
            case .safeDecoding: "it cannot be decoded safely"
            case .madeSmaller: "it is too large"
            case .sentSide, .sentByteCount: "it cannot be made small enough to send"
            }
        return "The photo was refused: \(fault)."
    }

    fileprivate func finding(
        _ severity: Finding.Severity = .refusal, seen: String, limit: String, _ sentence: String
    ) -> Finding {
        Finding(rule: rawValue, severity: severity, seen: seen, limit: limit, sentence: sentence)
    }
}

extension PhotoFacts {
    /// What the rules say that need nothing but the facts.
    func findings(under limits: PhotoLimits) -> [Finding] {
        var findings = limits.finding(byteCount: byteCount).map { [$0] } ?? []
        if !limits.formats.contains(format) {
            findings.append(limits.finding(format: format))
        }
        if !limits.side.contains(width) || !limits.side.contains(height) {
            findings.append(limits.finding(width: width, height: height))
        } else if let finding = limits.finding(area: self) {
            findings.append(finding)
        }
        if scanCount > limits.maximumScans { findings.append(limits.finding(scanCount: scanCount)) }
        if pages > 1 {
            findings.append(
                PictureRule.singlePage.finding(
                    .notice, seen: "\(pages)", limit: "1",
                    "The file holds \(pages) pictures; only the main one is used."))
        }
        return findings
    }

    /// The notice that this photo was made smaller before anything else was done with it.
    package func finding(madeSmallerFrom larger: PhotoFacts) -> Finding {
        PictureRule.madeSmaller.finding(
            .notice, seen: "\(larger.width)x\(larger.height)", limit: "\(width)x\(height)",
            "The photo was \(words(madeSmallerFrom: larger)).")
    }

    /// Both sizes: `made smaller here: 5712 × 4284 to 4096 × 3072, 8.0 MB to 3.1 MB`.
    package func words(madeSmallerFrom larger: PhotoFacts) -> String {
        """
        made smaller here: \(larger.width) × \(larger.height) to \(width) × \(height), \
        \(larger.byteCount.inMegabytes) to \(byteCount.inMegabytes)
        """
    }

    /// The notice that the photo as sent is smaller; nil if it is not.
    package func finding(sentAs size: (width: Int, height: Int)) -> Finding? {
        guard size.width < width || size.height < height else { return nil }
        return PictureRule.sentSide.finding(
            .notice, seen: "\(size.width)x\(size.height)", limit: "\(width)x\(height)",
            """
            The photo was made smaller, from \(width) by \(height) to \(size.width) by \(size.height) pixels, \
            because it has more detail than fits.
            """)
    }
}

extension PhotoLimits {
    /// Checks the size before anything else is known.
    func finding(byteCount count: Int) -> Finding? {
        guard !byteCount.contains(count) else { return nil }
        let sentence =
            count < byteCount.lowerBound
            ? subject.sentence(
                "The \(subject.rawValue) is an empty file.", advice: "Choose another one.")
            : subject.sentence(
                """
                \(count.roundedUpToMegabytes) is too large for a \(subject.rawValue) (at most \
                \(byteCount.upperBound / 1_000_000) MB).
                """, advice: "Save a smaller copy and try again.")
        return PictureRule.byteCount.finding(
            seen: "\(count)", limit: "\(byteCount.lowerBound)...\(byteCount.upperBound)", sentence)
    }

    /// Refuses content that is not used, naming it.
    package func finding(content: UnusableContent) -> Finding {
        let rule = content == .transparent ? PictureRule.visible : .format
        return rule.finding(
            seen: content.rawValue, limit: content == .transparent ? "something visible" : accepted,
            subject.sentence(content.judgement, advice: content.advice))
    }

    /// Refuses a format that is accepted elsewhere.
    fileprivate func finding(format: PhotoFormat) -> Finding {
        PictureRule.format.finding(
            seen: format.rawValue, limit: accepted,
            subject.sentence(
                "The \(subject.rawValue)'s format is \(format.rawValue); \(accepted) are accepted.",
                advice: "Save it as JPEG and try again."))
    }

    private var accepted: String { formats.map(\.rawValue).joined(separator: ", ") }

    fileprivate func finding(width: Int, height: Int) -> Finding {
        PictureRule.side.finding(
            seen: "\(width)x\(height)", limit: "\(side.lowerBound)...\(side.upperBound)",
            subject.sentence(
                """
                The \(subject.rawValue) is \(width) by \(height) pixels; each side must have \(side.lowerBound) to \
                \(side.upperBound).
                """,
                advice: min(width, height) < side.lowerBound
                    ? "Choose a larger one." : "Save a smaller copy and try again."))
    }

    /// Refuses a picture of more pixels than can be decoded, or one that would be too narrow at the size of a photo; nil for
    /// any other.
    fileprivate func finding(area facts: PhotoFacts) -> Finding? {
        // Elsewhere the sides say all of it.
        guard pixelCount < .max else { return nil }
        let (short, long) = (min(facts.width, facts.height), max(facts.width, facts.height))
        let size = "The \(subject.rawValue) is \(facts.width) by \(facts.height) pixels"
        guard short * long <= pixelCount else {
            return PictureRule.side.finding(
                seen: "\(facts.width)x\(facts.height)", limit: "\(pixelCount) pixels",
                subject.sentence(
                    "\(size); at most \(pixelCount / 1_000_000) million can be made smaller here.",
                    advice: "Save a smaller copy and try again."))
        }
        let sides = PhotoLimits.standard.side
        guard short * sides.upperBound >= long * sides.lowerBound else {
            return PictureRule.side.finding(
                seen: "\(facts.width)x\(facts.height)",
                limit: "1:\(sides.upperBound / sides.lowerBound)",
                subject.sentence(
                    """
                    \(size); at \(sides.upperBound) pixels of length, fewer than \(sides.lowerBound) of breadth would be \
                    left.
                    """, advice: "Crop it to the person and try again."))
        }
        return nil
    }

    fileprivate func finding(scanCount: Int) -> Finding {
        PictureRule.scanCount.finding(
            seen: "\(scanCount)", limit: "\(maximumScans)",
            subject.sentence(
                """
                The \(subject.rawValue) is a JPEG of \(scanCount) scans; at most \(maximumScans) are accepted.
                """, advice: "Save it again with an ordinary program."))
    }

    /// Refuses a PNG whose texts would keep a decoder busy; nil for any other.
    func finding(compressedTextOf bytes: Data, as format: PhotoFormat) -> Finding? {
        guard format == .png else { return nil }
        let texts = PNGHeader.compressedTexts(in: ByteView(bytes))
        guard texts.count > maximumTexts || texts.byteCount > textByteCount else { return nil }
        let pieces = texts.count == 1 ? "1 piece" : "\(texts.count) pieces"
        return PictureRule.compressedText.finding(
            seen: "\(texts.byteCount) bytes in \(texts.count)",
            limit: "\(textByteCount) bytes in \(maximumTexts)",
            subject.sentence(
                """
                The \(subject.rawValue) is a PNG with \(texts.byteCount.grouped) bytes of compressed text in \(pieces); \
                at most \(textByteCount.grouped) bytes in \(maximumTexts) pieces are accepted.
                """, advice: "Save it again with an ordinary program."))
    }

    /// Refuses a JPEG that takes more memory than a decoder has, by what it would hold at once; nil for any other photo.
    func finding(memoryFor bytes: Data, _ facts: PhotoFacts) -> Finding? {
        guard facts.format == .jpeg, pixelCount < .max else { return nil }
        let held = JPEGStructure(bytes).heldByteCount
        guard held > Self.mostHeldBytes - bytes.count else { return nil }
        return PictureRule.safeDecoding.finding(
            seen: "\(held) bytes", limit: "\(Self.mostHeldBytes - bytes.count) bytes",
            subject.sentence(
                """
                The \(subject.rawValue) is a progressive JPEG of \(facts.width) by \(facts.height) pixels, which takes more \
                memory to decode than a \(subject.rawValue) may.
                """, advice: "Save it again without \"progressive\", or smaller, and try again."))
    }

    /// The bytes that a decoder may hold of a photo and its file, beside its threads and a copy.
    ///
    /// Decoding was seen to fail from 575 MB on. With halved colours, a progressive JPEG of 100 megapixels takes 300 MB.
    private static let mostHeldBytes = 540_000_000

    /// Refuses a file whose header cannot be read: it is of a kind that decoders do not know, or damaged.
    func finding(unreadable bytes: Data, as format: PhotoFormat) -> Finding {
        if let content = UnusableContent(unreadable: bytes, as: format) {
            return finding(content: content)
        }
        return PictureRule.header.finding(
            seen: "damaged \(format.rawValue) header", limit: "a readable header", damagedSentence)
    }

    /// Refuses a picture not all of whose pixels can be decoded.
    package func finding(damagedPixelsOf format: PhotoFormat) -> Finding {
        PictureRule.decoding.finding(
            seen: "damaged \(format.rawValue) pixels", limit: "every pixel", damagedSentence)
    }

    private var damagedSentence: String {
        subject.sentence(
            "The \(subject.rawValue) is damaged or incomplete and cannot be decoded.",
            advice: "Copy it again from where it came from, or choose another one.")
    }

    /// Refuses a picture that was given up because of what decoding it did or took.
    package func finding(givenUpBecause reason: String) -> Finding {
        PictureRule.safeDecoding.finding(
            seen: reason, limit: "decoded safely",
            subject.sentence(
                "This \(subject.rawValue) could not be decoded safely: \(reason).",
                advice: "Save it anew with a photo program, or choose another one."))
    }

    /// Refuses a photo of which no copy keeps the number of bytes.
    package var unshrinkableFinding: Finding {
        PictureRule.madeSmaller.finding(
            seen: "more", limit: "\(byteCount.upperBound)",
            "The photo cannot be made small enough here. Choose another photo.")
    }

    /// Refuses a photo that does not fit the number of bytes to send.
    package var unfittableFinding: Finding {
        PictureRule.sentByteCount.finding(
            seen: "more", limit: "\(sentByteCount)",
            "The photo cannot be made small enough to be sent. Choose another photo.")
    }
}

extension Finding {
    /// Whether it is the notice that a photo was made smaller.
    package var isAboutMakingSmaller: Bool { rule == PictureRule.madeSmaller.rawValue }

    /// Refuses what is not a regular file.
    static func notRegular(_ kind: String) -> Finding {
        PictureRule.regularFile.finding(
            seen: kind, limit: "regular file",
            "This is a \(kind), not a file. Give the photo's own file.")
    }

    /// Refuses a file that changed while it was read.
    static func notSteady(seen: String, expected: String) -> Finding {
        PictureRule.steadyFile.finding(
            seen: seen, limit: expected,
            "The file changed while it was read. Wait until it is complete and try again.")
    }
}

extension Int {
    /// Bytes in decimal megabytes, with one digit: `8.0 MB`; the smallest is 0.1 MB.
    fileprivate var inMegabytes: String {
        let tenths = Swift.max(1, (self + 50_000) / 100_000)
        return "\(tenths / 10).\(tenths % 10) MB"
    }

    /// The same, rounded up, so that it is more than every limit that it is beyond.
    fileprivate var roundedUpToMegabytes: String {
        let tenths = self / 100_000 + (self % 100_000 > 0 ? 1 : 0)
        return "\(tenths / 10).\(tenths % 10) MB"
    }

    /// 7000000 as 7,000,000, in every locale.
    fileprivate var grouped: String {
        self < 1000
            ? "\(self)" : "\((self / 1000).grouped),\(String(self % 1000 + 1000).dropFirst())"
    }
}
