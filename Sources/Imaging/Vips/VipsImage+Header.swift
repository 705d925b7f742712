import CVips
import FoundationEssentials
import Validation

extension VipsImage {
    /// Writes down the facts of the header as the decoder read it; `bytes` are the file that this was opened from.
    ///
    /// Returns whether it can also decode the pixels.
    func describe(_ bytes: Data, in facts: inout PhotoFacts) -> Bool {
        let structure = facts.format == .jpeg ? JPEGStructure(bytes) : nil
        (facts.width, facts.height) = (width, height)
        facts.orientation =
            structure.map { $0.orientation ?? 1 }
            ?? PhotoFacts.orientation(of: bytes, as: facts.format)
        facts.pages = pages
        facts.hasAlpha = hasAlpha
        facts.colourSpace = colourSpace
        facts.bitsPerChannel = bitsPerChannel
        facts.profile = profile?.name
        facts.scanCount = structure?.scanCount ?? 0
        facts.jpegQuality = structure?.quality
        // Newer libraries read the headers of codings that they do not decode here.
        return structure?.undecodable == nil
    }

    /// The number of pictures in the file.
    var pages: Int { withPointer { unsafe Int(vips_image_get_n_pages($0)) } }

    /// How to interpret the channels.
    var colourSpace: PhotoFacts.ColourSpace {
        switch withPointer({ unsafe vips_image_get_interpretation($0) }) {
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB16, VIPS_INTERPRETATION_RGB: .rgb
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: .grey
        case VIPS_INTERPRETATION_CMYK: .cmyk
        default: .other
        }
    }

    /// The bits of one channel: as the HEIC decoder reports them, or else by the type of the pixels.
    var bitsPerChannel: Int {
        number("heif-bitdepth")
            ?? withPointer { unsafe vips_image_get_format($0) == VIPS_FORMAT_UCHAR ? 8 : 16 }
    }

    /// The embedded colour profile.
    var profile: ICCProfile? {
        withPointer { pointer in
            var bytes: UnsafeRawPointer?
            var count = 0
            guard unsafe vips_image_get_typeof(pointer, VIPS_META_ICC_NAME) != 0,
                unsafe vips_image_get_blob(pointer, VIPS_META_ICC_NAME, &bytes, &count) == 0,
                let bytes = unsafe bytes
            else { return nil }
            return unsafe ICCProfile(Data(bytes: bytes, count: count))
        }
    }

    private func number(_ name: String) -> Int? {
        withPointer { pointer in
            var value: Int32 = 0
            guard unsafe vips_image_get_typeof(pointer, name) != 0,
                unsafe vips_image_get_int(pointer, name, &value) == 0
            else { return nil }
            return Int(value)
        }
    }
}
