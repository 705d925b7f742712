import CVips
import Foundation
import Validation

extension VipsImage {
    /// Reads an SVG that the program itself wrote.
    init(svg: Data) throws(ValidationError) {
        // libvips would render it later, from these bytes; a copy in memory no longer needs them.
        let image = unsafe svg.bytes.withUnsafeBytes { buffer in
            unsafe VipsImage(adopting: headshot_vips_svgload(buffer.baseAddress, buffer.count))?
                .copiedToMemory()
        }
        guard let image else { throw VipsFailure.error(at: .drawing) }
        self = image
    }

    /// Copies another picture into this one, which must be in memory and owned by this value alone.
    mutating func draw(
        _ picture: borrowing VipsImage, left: Int, top: Int
    ) throws(ValidationError) {
        let status = withPointer { own in
            picture.withPointer {
                unsafe headshot_vips_draw_image(own, $0, Int32(left), Int32(top))
            }
        }
        try VipsFailure.check(status, at: .drawing)
    }

    /// This picture with another one over it; where that is transparent, this one shows.
    borrowing func below(_ above: borrowing VipsImage) throws(ValidationError) -> VipsImage {
        try combined(.drawing, with: above) { unsafe headshot_vips_over($0, $1) }
            .applying(.drawing) { unsafe headshot_vips_flatten_white($0) }
    }
}
