public import Foundation

extension PhotoFixture {
    /// A HEIC of `count` pictures, all of them in the colours of `seed` and of the same coded pixels.
    ///
    /// The encoder would take 20 seconds for a thousand. Layout: ISO/IEC 14496-12, section 8.11.
    public static func heic(repeating count: Int, seed: Int = 0) throws -> Data {
        try heic(of: count, width: 320, height: 320, seed: seed)
    }

    /// A HEIC of one picture with a camera's metadata.
    public static func heic(by camera: CameraExif, width: Int, height: Int) throws -> Data {
        // The offset of the TIFF behind this number: a name that some programs write.
        let metadata = big(6, 4) + Data("Exif\0\0".utf8) + camera.tiff
        return try heic(of: 1, width: width, height: height, metadata: metadata)
    }

    private static func heic(
        of count: Int, width: Int, height: Int, seed: Int = 0, metadata: Data? = nil
    ) throws -> Data {
        let one = try heic(width: width, height: height, seed: seed)
        // The only item's extent begins the table of locations; the codec's set-up is a box of its own.
        guard let table = one.range(of: Data("iloc".utf8)),
            let codec = one.range(of: Data("hvcC".utf8))
        else { throw PhotoFixtureError.cannotEncode("boxes of a HEIC") }
        let offset =
            number(one, at: table.upperBound + 12) + number(one, at: table.upperBound + 18)
        let pixels = one[offset..<offset + number(one, at: table.upperBound + 22)]
        let setup = one[
            codec.lowerBound - 4..<codec.lowerBound - 4 + number(one, at: codec.lowerBound - 4)]

        let brands = box("ftyp", Data("heic".utf8) + big(0, 4) + Data("mif1heic".utf8))
        // The pixels lie behind this box, whose length does not depend on where they lie.
        let sides = box("ispe", big(0, 4) + big(width, 4) + big(height, 4))
        func description(pixelsAt offset: Int) -> Data {
            Self.description(
                of: count, setup: setup + sides, pixels: offset, pixels.count,
                metadata: metadata?.count)
        }
        let length = description(pixelsAt: 0).count
        return brands + description(pixelsAt: brands.count + length + 8)
            + box("mdat", pixels + (metadata ?? Data()))
    }

    private static func description(
        of count: Int, setup: Data, pixels offset: Int, _ length: Int, metadata: Int? = nil
    ) -> Data {
        let items = 1...count
        let handler = Data(count: 4) + big(0, 4) + Data("pict".utf8) + Data(count: 13)
        func place(_ item: Int, _ offset: Int, _ length: Int) -> Data {
            big(item, 2) + big(0, 2) + big(1, 2) + big(offset, 4) + big(length, 4)
        }
        func entry(_ item: Int, _ type: String) -> Data {
            box("infe", Data([2, 0, 0, 0]) + big(item, 2) + big(0, 2) + Data("\(type)\0".utf8))
        }
        var locations = items.map { place($0, offset, length) }
        var entries = items.map { entry($0, "hvc1") }
        var relations = Data()
        if let metadata {
            locations.append(place(count + 1, offset + length, metadata))
            entries.append(entry(count + 1, "Exif"))
            relations = box(
                "iref", big(0, 4) + box("cdsc", big(count + 1, 2) + big(1, 2) + big(1, 2)))
        }
        let properties = items.map { big($0, 2) + [2, 0x81, 0x02] }
        return box(
            "meta",
            big(0, 4) + box("hdlr", handler) + box("pitm", big(0, 4) + big(1, 2))
                + box("iloc", big(0, 4) + [0x44, 0] + big(locations.count, 2) + joined(locations))
                + box("iinf", big(0, 4) + big(entries.count, 2) + joined(entries)) + relations
                + box(
                    "iprp",
                    box("ipco", setup)
                        + box("ipma", big(0, 4) + big(count, 4) + joined(properties))))
    }

    private static func joined(_ parts: [Data]) -> Data { parts.reduce(into: Data()) { $0 += $1 } }

    private static func box(_ name: String, _ content: Data) -> Data {
        big(content.count + 8, 4) + Data(name.utf8) + content
    }

    private static func big(_ number: Int, _ bytes: Int) -> Data {
        Data((0..<bytes).reversed().map { UInt8(number >> (8 * $0) & 0xFF) })
    }

    private static func number(_ bytes: Data, at start: Int) -> Int {
        bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
