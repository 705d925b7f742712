import CVips
import Validation

extension VipsImage {
    /// This picture in sRGB with 8 bits and three channels, alpha laid on white; nil if its colours cannot be
    /// converted.
    ///
    /// White is added after the conversion: in 16 bits, libvips takes 255 for nearly black.
    borrowing func inStandardRGB() throws(ValidationError) -> VipsImage? {
        let converted = try convertedToStandardRGB()
        let flat =
            converted.hasAlpha
            ? try converted.applying(.colour) { unsafe headshot_vips_flatten_white($0) }
            : converted
        guard flat.bands == 3 else { return nil }
        return flat
    }

    private borrowing func convertedToStandardRGB() throws(ValidationError) -> VipsImage {
        if colourSpace == .cmyk {
            return try applying(.colour) { unsafe headshot_vips_icc_transform($0, "cmyk") }
        }
        if let profile, !profile.isStandardRGB {
            let transformed = withPointer {
                unsafe VipsImage(adopting: headshot_vips_icc_transform($0, nil))
            }
            if let transformed { return transformed }
            // A photo is not refused for a broken profile.
            VipsFailure.discard()
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
}
