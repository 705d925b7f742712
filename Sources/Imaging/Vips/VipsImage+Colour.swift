import CVips
import FoundationEssentials
import Validation

extension VipsImage {
    /// This picture in sRGB with 8 bits and three channels, alpha laid on white; nil if its colours cannot be
    /// converted.
    ///
    /// White is added after the conversion: in 16 bits, libvips takes 255 for nearly black. Alpha goes round the
    /// conversion, in which libvips 8.14 casts it to 8 bits instead of scaling it.
    borrowing func inStandardRGB() throws(ValidationError) -> VipsImage? {
        guard hasAlpha else { return try coloursInStandardRGB() }
        let count = Int32(bands) - 1
        let alpha = try applying(.colour) { unsafe headshot_vips_bands($0, count, 1) }
            .applying(.colour) { unsafe headshot_vips_eight_bits($0) }
        let opaque = try withPointer { pointer throws(ValidationError) in
            try unsafe VipsImage(headshot_vips_bands(pointer, 0, count), at: .colour, of: file)
        }
        guard let colours = try opaque.coloursInStandardRGB() else { return nil }
        return try colours.combined(.colour, with: alpha) {
            unsafe headshot_vips_join_bands($0, $1)
        }.applying(.colour) { unsafe headshot_vips_flatten_white($0) }
    }

    /// Whether the values are not those of sRGB, so that converting them costs as much as decoding.
    var isConverted: Bool {
        switch meaning {
        case .standard: false
        case .profile, .coding: true
        }
    }

    /// What the values stand for.
    private enum Meaning {
        case standard
        case profile
        case coding(ColourCoding)
    }

    /// What the file says beside a colour profile.
    private var coding: ColourCoding? {
        file.flatMap { ColourCoding.declared(in: $0.bytes, as: $0.format) }
    }

    private var meaning: Meaning {
        let coding = coding
        if let coding, coding.precedesProfile {
            return coding.isStandard ? .standard : .coding(coding)
        }
        if let profile, profile.mayDescribe(colourSpace) {
            return profile.isStandardRGB ? .standard : .profile
        }
        guard let coding, !coding.isStandard else { return .standard }
        return .coding(coding)
    }

    private borrowing func coloursInStandardRGB() throws(ValidationError) -> VipsImage? {
        let colours = try convertedToStandardRGB()
        guard colours.bands == 3 else { return nil }
        return colours
    }

    private borrowing func convertedToStandardRGB() throws(ValidationError) -> VipsImage {
        if colourSpace == .cmyk {
            return try applying(.colour) { unsafe headshot_vips_icc_transform($0, "cmyk") }
        }
        switch meaning {
        case .standard: break
        case .profile:
            if let transformed = transformedByProfile() { return transformed }
            if let coding, let transformed = try transformed(by: coding) { return transformed }
        case .coding(let coding):
            if let transformed = try transformed(by: coding) { return transformed }
        }
        return try applying(.colour) { image in
            guard unsafe vips_image_get_interpretation(image) == VIPS_INTERPRETATION_sRGB,
                unsafe vips_image_get_format(image) == VIPS_FORMAT_UCHAR
            else { return unsafe headshot_vips_colourspace_srgb(image) }
            // Unchanged, so that pixels in memory stay where they are.
            unsafe g_object_ref(image)
            return unsafe image
        }
    }

    /// Nil if the profile is broken: a photo is not refused for that.
    private borrowing func transformedByProfile() -> VipsImage? {
        let transformed = withPointer {
            unsafe VipsImage(adopting: headshot_vips_icc_transform($0, nil))
        }
        guard let transformed else {
            VipsFailure.discard()
            return nil
        }
        return transformed
    }

    /// Nil if the values already are those of sRGB.
    private borrowing func transformed(
        by coding: ColourCoding
    ) throws(ValidationError) -> VipsImage? {
        let bits = min(max(bitsPerChannel, 8), 16)
        let type = bits > 8 ? 16 : 8
        // The HEIC decoder shifts deeper values to 16 bits, which leaves the lowest ones empty.
        let most = Double((1 << bits - 1) << (type - bits))
        let profile = CodingProfile.bytes(
            of: coding, isGrey: bands == 1, bits: bits, white: most / Double(1 << type - 1))
        guard !coding.isStandard, let profile else { return nil }
        let tagged = try unsafe profile.bytes.withUnsafeBytes { buffer throws(ValidationError) in
            try applying(.colour) {
                unsafe headshot_vips_with_profile($0, buffer.baseAddress, buffer.count)
            }
        }
        return tagged.transformedByProfile()
    }
}
