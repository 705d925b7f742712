package import FoundationEssentials

extension ColourCoding {
    /// What a photo's file says about its colours beside a colour profile; nil if it says nothing.
    ///
    /// In time at most linear in the number of bytes.
    package static func declared(in bytes: Data, as format: PhotoFormat) -> ColourCoding? {
        let declared =
            switch format {
            case .jpeg: JPEGStructure(bytes).coding
            case .png: PNGHeader.coding(of: ByteView(bytes))
            case .webp: WebPHeader.coding(of: ByteView(bytes))
            case .heic, .heif: HEIFHeader.coding(of: ByteView(bytes))
            }
        // What cannot be meant is as good as not said.
        return declared?.connected == nil ? nil : declared
    }
}

extension PNGHeader {
    /// The coding that the chunks before the pixels name, in the order of precedence of the third edition, section 4.3.
    ///
    /// Layout: Portable Network Graphics, third edition, sections 11.3.2.1 (cHRM), 11.3.2.2 (gAMA), 11.3.2.5 (sRGB) and
    /// 11.3.2.6 (cICP).
    static func coding(of bytes: ByteView) -> ColourCoding? {
        var contents: [String: ByteView] = [:]
        for chunk in chunks(of: bytes).prefix(usual) {
            if chunk.type == "IDAT" { break }
            guard colourChunks.contains(chunk.type), contents[chunk.type] == nil else { continue }
            contents[chunk.type] = bytes.slice(at: chunk.start, count: chunk.count)
        }
        if let numbers = contents["cICP"], let coding = ColourCoding(codePoints: numbers) {
            return coding
        }
        if contents["sRGB"] != nil { return .standard }
        return ColourCoding(gamma: contents["gAMA"], places: contents["cHRM"])
            ?? EXIFColours.coding(in: contents["eXIf"])
    }

    private static let colourChunks: Set = ["cICP", "sRGB", "gAMA", "cHRM", "eXIf"]
}

extension ColourCoding {
    /// Reads the content of a cICP chunk; nil for colours that are not red, green and blue.
    fileprivate init?(codePoints: ByteView) {
        guard let primaries = codePoints.byte(at: 0), let transfer = codePoints.byte(at: 1),
            codePoints.byte(at: 2) == 0, let isFullRange = codePoints.byte(at: 3)
        else { return nil }
        self.init(primaries: Int(primaries), transfer: Int(transfer))
        (self.isFullRange, precedesProfile) = (isFullRange != 0, true)
    }

    /// Reads the contents of a gAMA and of a cHRM chunk; nil with neither, or if what they say is impossible.
    fileprivate init?(gamma: ByteView?, places: ByteView?) {
        let exponent = gamma?.number(at: 0, width: 4).flatMap { number -> Double? in
            let exponent = 100_000 / Double(max(number, 1))
            return possibleExponents.contains(exponent) ? exponent : nil
        }
        let primaries = places.flatMap(Primaries.init)
        guard exponent != nil || primaries != nil else { return nil }
        // Programs that mean sRGB write the power that is nearest to its curve, rounded in several ways.
        let isStandard =
            primaries?.areStandard ?? true && (exponent.map { abs($0 / 2.2 - 1) < 0.05 } ?? true)
        let transfer = isStandard ? nil : exponent.map(Transfer.power)
        self.init(primaries: primaries ?? .standard, transfer: transfer ?? .standard)
    }
}

/// Powers that a file can mean; beyond them, a picture would be black or white.
private let possibleExponents = 0.3...5.0

extension Primaries {
    /// Reads the content of a cHRM chunk: eight numbers of four bytes, white first.
    fileprivate init?(_ content: ByteView) {
        let numbers = (0..<8).compactMap { content.number(at: 4 * $0, width: 4) }
        guard numbers.count == 8 else { return nil }
        func place(_ index: Int) -> SIMD2<Double> {
            [Double(numbers[2 * index]) / 100_000, Double(numbers[2 * index + 1]) / 100_000]
        }
        self.init(red: place(1), green: place(2), blue: place(3), white: place(0))
    }
}

extension WebPHeader {
    /// The coding that the metadata name.
    static func coding(of bytes: ByteView) -> ColourCoding? {
        guard let chunk = chunks(of: bytes).first(where: { $0.type == "EXIF" }),
            let exif = bytes.slice(at: chunk.start, count: chunk.count)
        else { return nil }
        let signature = TIFFOrientation.signature
        return EXIFColours.coding(
            in: exif.has(signature, at: 0) ? exif.rest(from: signature.utf8.count) : exif)
    }
}

extension HEIFHeader {
    /// The coding that the main picture's colour property names, or that of its first tile.
    ///
    /// Layout: ISO/IEC 14496-12, section 12.1.5.
    static func coding(of bytes: ByteView) -> ColourCoding? {
        guard let meta = bytes.boxes().first(where: { $0.type == "meta" }),
            let items = HEIFItems(meta.content), let primary = items.primary
        else { return nil }
        let tile = items.references.first { $0.type == "dimg" && $0.from == primary }?.to.first
        for item in [primary, tile].compactMap({ $0 }) {
            for property in items.properties(of: item)
            where property.type == "colr" && property.content.has("nclx", at: 0) {
                guard let primaries = property.content.number(at: 4, width: 2),
                    let transfer = property.content.number(at: 6, width: 2)
                else { return nil }
                return ColourCoding(primaries: primaries, transfer: transfer)
            }
        }
        return nil
    }
}
