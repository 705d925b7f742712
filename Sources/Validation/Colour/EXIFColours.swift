import FoundationEssentials

/// The colour space in EXIF metadata, which are a TIFF without a picture.
///
/// Layout: TIFF 6.0, section 2; Exif 2.32, section 4.6.3 (folders) and 4.6.5 (ColorSpace); DCF 2.0, section 5.5.
struct EXIFColours {
    private let bytes: ByteView
    private let isLittle: Bool

    /// The coding that a camera's settings name; nil where that is sRGB, or unknown.
    ///
    /// Cameras write no colour profile for Adobe RGB: their metadata say "uncalibrated", and "R03" as the rule by which
    /// the file is written.
    static func coding(in bytes: ByteView?) -> ColourCoding? {
        guard let bytes, bytes.has("II", at: 0) || bytes.has("MM", at: 0) else { return nil }
        let exif = EXIFColours(bytes: bytes, isLittle: bytes.has("II", at: 0))
        return exif.isAdobe ? .adobe : nil
    }

    private var isAdobe: Bool {
        guard let main = number(at: 4, width: 4), let exif = folder(exifTag, of: main) else {
            return false
        }
        let space = entry(colourSpaceTag, of: exif).flatMap { number(at: $0 + 8, width: 2) }
        // Programs that convert a photo to sRGB often leave the rule as it was.
        if space == standardSpace { return false }
        // A number that Windows' photo programs write.
        if space == adobeSpace { return true }
        guard let rules = folder(rulesTag, of: exif), let rule = entry(ruleTag, of: rules) else {
            return false
        }
        return bytes.has("R03", at: rule + 8)
    }

    private func folder(_ tag: Int, of folder: Int) -> Int? {
        entry(tag, of: folder).flatMap { number(at: $0 + 8, width: 4) }
    }

    /// Where an entry of 12 bytes begins: its tag, type, count and value.
    private func entry(_ tag: Int, of folder: Int) -> Int? {
        guard let count = number(at: folder, width: 2) else { return nil }
        for index in 0..<count {
            let start = folder + 2 + 12 * index
            // The folder is cut off.
            guard let found = number(at: start, width: 2) else { return nil }
            if found == tag { return start }
        }
        return nil
    }

    private func number(at offset: Int, width: Int) -> Int? {
        bytes.number(at: offset, width: width, isLittle: isLittle)
    }
}

private let exifTag = 0x8769
private let colourSpaceTag = 0xA001
private let standardSpace = 1
private let adobeSpace = 2
private let rulesTag = 0xA005
private let ruleTag = 0x0001
