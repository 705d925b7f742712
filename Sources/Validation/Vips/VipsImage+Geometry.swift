import CVips

extension VipsImage {
    /// This picture, turned by its orientation tag.
    ///
    /// Only for pictures in memory: turning reads lines out of order, which a file cannot give.
    borrowing func upright() throws(ValidationError) -> VipsImage {
        try applying(.geometry) { unsafe headshot_vips_autorot($0) }
    }

    /// Both sides, by the same factor.
    borrowing func resized(by scale: Double) throws(ValidationError) -> VipsImage {
        try applying(.geometry) { unsafe headshot_vips_resize($0, scale) }
    }

    /// Exactly `width` by `height`, upright; what sticks out is cut off, equally on both sides.
    ///
    /// Only for pictures in memory, as ``upright()``.
    borrowing func filling(width: Int, height: Int) throws(ValidationError) -> VipsImage {
        try applying(.geometry) { unsafe headshot_vips_fill($0, Int32(width), Int32(height)) }
    }

    /// Full-width strips of `height` rows that start at the rows `tops`, one below another.
    borrowing func strips(at tops: [Int], height: Int) throws(ValidationError) -> VipsImage {
        let width = Int32(width)
        var pointers = unsafe [Pointer?]()
        defer { unsafe pointers.forEach { unsafe g_object_unref($0) } }
        for top in tops {
            let strip = withPointer {
                unsafe headshot_vips_extract_area($0, 0, Int32(top), width, Int32(height))
            }
            guard let strip = unsafe strip else {
                throw .libraryFailed(stage: .geometry, detail: VipsFailure.takeText())
            }
            unsafe pointers.append(strip)
        }
        let stack = unsafe VipsImage(adopting: headshot_vips_stack(&pointers, Int32(tops.count)))
        guard let stack else {
            throw .libraryFailed(stage: .geometry, detail: VipsFailure.takeText())
        }
        return stack
    }

    /// Paints a solid rectangle into a picture that is held in memory and is this value's alone.
    mutating func drawRectangle(
        colour: (UInt8, UInt8, UInt8), left: Int, top: Int, width: Int, height: Int
    ) throws(ValidationError) {
        let channels = [Double(colour.0), Double(colour.1), Double(colour.2)]
        let status = withPointer {
            unsafe headshot_vips_draw_rectangle(
                $0, channels, Int32(left), Int32(top), Int32(width), Int32(height))
        }
        guard status == 0 else {
            throw .libraryFailed(stage: .geometry, detail: VipsFailure.takeText())
        }
    }
}
