import CJPEGTurbo
import FoundationEssentials
import Ground
import Validation

/// A JPEG's own planes of brightness and colour, the latter halved, without a detour through RGB.
///
/// Most photos are of this kind. Working on their planes is cheaper than libvips' way and loses less.
@safe
struct PlanarPicture: EncodablePicture, ~Copyable {
    // Safe: both point into the thread's PixelBuffer, which outlives every photo, and do not overlap.
    private let planes: headshot_jpeg_planes
    private let output: UnsafeMutableRawBufferPointer
    /// The rows in the planes where this picture's MCU rows start.
    private let tops: [Int32]
    let height: Int

    /// Whether every bit of the file was understood; else other decoders may show it differently.
    var isFlawless: Bool { unsafe planes.is_flawless }

    var width: Int { unsafe Int(planes.width) }

    /// The result of decoding to planes.
    enum Decoding: ~Copyable {
        case decoded(PlanarPicture)
        case damaged
        /// It has an unusual subsampling, other colours, or arithmetic coding.
        case unsuitable
    }

    /// Decodes a JPEG into `buffer`, where it stays until the next picture is put there.
    ///
    /// It is turned upright as its `orientation` tag asks, from 1 to 8.
    static func decode(
        _ bytes: Data, orientation: Int, into buffer: borrowing PixelBuffer
    ) -> Decoding {
        buffer.withMemory { memory -> Decoding in
            guard let memory = unsafe memory else { return .unsuitable }
            var planes = unsafe headshot_jpeg_planes()
            let status = unsafe bytes.withUnsafeBytes { bytes in
                unsafe headshot_jpeg_decode_planes(
                    bytes.baseAddress, bytes.count, memory.baseAddress, memory.count, &planes)
            }
            switch status {
            case HEADSHOT_JPEG_DONE: return unsafe upright(planes, orientation, in: memory)
            case HEADSHOT_JPEG_DAMAGED: return .damaged
            default: return .unsuitable
            }
        }
    }

    /// The picture of the planes at the start of `memory`, turned upright if necessary.
    ///
    /// Turned planes are placed after the original ones, whose memory is then free for encoding.
    private static func upright(
        _ planes: headshot_jpeg_planes, _ orientation: Int,
        in memory: UnsafeMutableRawBufferPointer
    ) -> Decoding {
        let used = unsafe Int(planes.stride) * ((Int(planes.height) + 15) / 16 * 16) / 2 * 3
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[used...])
        guard orientation > 1 else { return .decoded(unsafe PlanarPicture(planes, output: rest)) }
        var turned = unsafe headshot_jpeg_planes()
        let status = unsafe withUnsafePointer(to: planes) { planes in
            unsafe headshot_jpeg_turn_planes(
                planes, Int32(orientation), rest.baseAddress, rest.count, &turned)
        }
        guard status == HEADSHOT_JPEG_DONE else { return .unsuitable }
        return .decoded(
            unsafe PlanarPicture(
                turned, output: UnsafeMutableRawBufferPointer(rebasing: memory[..<used])))
    }

    func encodedJPEG(quality: Int) throws(ValidationError) -> Data {
        var count = 0
        let status = unsafe withUnsafePointer(to: planes) { planes in
            unsafe headshot_jpeg_encode_planes(
                planes, tops, Int32(tops.count), Int32(height), Int32(quality), output.baseAddress,
                output.count, &count)
        }
        guard status == HEADSHOT_JPEG_DONE else {
            throw .libraryFailed(stage: .encoding, detail: "")
        }
        return unsafe Data(UnsafeRawBufferPointer(output).prefix(count))
    }

    func sample(tops: [Int], height: Int) throws(ValidationError) -> PlanarPicture {
        unsafe PlanarPicture(
            planes: planes, output: output, tops: tops.map(Int32.init),
            height: height * tops.count)
    }

    /// The plane of brightness, `width` by `height`, without gaps.
    func reducedLuma(toWidth width: Int, height: Int) throws(ValidationError) -> Data {
        let stride = unsafe Int(planes.stride)
        let (own, size) = ((width: self.width, height: self.height), (width: width, height: height))
        // Averages would be visibly less sharp.
        guard own.width >= 2 * width, own.height >= 2 * height else {
            let image = try unsafe VipsImage(
                plane: planes.luma, width: own.width, height: own.height, stride: stride)
            return try image.resized(toWidth: width, height: height).rawPixels()
        }
        return try unsafe PixelMeans.of(planes.luma, own, stride: stride, size)
    }

    /// The planes of blue and red without gaps, in the given size if they are as large, otherwise in half of it.
    func reducedColours(
        toWidth width: Int, height: Int
    ) throws(ValidationError) -> (blue: Data, red: Data, isHalved: Bool) {
        let own = (width: (self.width + 1) / 2, height: (self.height + 1) / 2)
        let isHalved = own.width < width || own.height < height
        let size = isHalved ? (width: (width + 1) / 2, height: (height + 1) / 2) : (width, height)
        let stride = unsafe Int(planes.stride) / 2
        return try unsafe (
            PixelMeans.of(planes.blue, own, stride: stride, size),
            PixelMeans.of(planes.red, own, stride: stride, size), isHalved
        )
    }
}

extension PlanarPicture {
    private init(_ planes: headshot_jpeg_planes, output: UnsafeMutableRawBufferPointer) {
        let height = unsafe Int(planes.height)
        unsafe self.init(
            planes: planes, output: output,
            tops: stride(from: 0, to: height, by: 16).map(Int32.init), height: height)
    }
}

extension PlanarPicture {
    /// The picture as sRGB pixels, its longer side at most `side`.
    ///
    /// The planes are reduced first, so that few pixels need converting.
    func analysisPixels(side: Int) throws(ValidationError) -> PhotoPixels {
        let longSide = max(width, height)
        let scale = min(1, Double(side) / Double(longSide))
        let small = (
            width: Int((Double(width) * scale).rounded()),
            height: Int((Double(height) * scale).rounded())
        )
        var luma = try reducedLuma(toWidth: small.width, height: small.height)
        // TurboJPEG reads pairs of rows and columns.
        luma.append(Data(count: small.width + 1))
        let colours = try reducedColours(toWidth: small.width, height: small.height)
        var rgb = Data(count: small.width * small.height * 3)
        let status = unsafe rgb.withUnsafeMutableBytes { rgb in
            unsafe luma.withUnsafeBytes { luma in
                unsafe colours.blue.withUnsafeBytes { blue in
                    unsafe colours.red.withUnsafeBytes { red in
                        unsafe headshot_rgb(
                            luma.baseAddress, blue.baseAddress, red.baseAddress, colours.isHalved,
                            Int32(small.width), Int32(small.height), rgb.baseAddress)
                    }
                }
            }
        }
        guard status == 0 else { throw .libraryFailed(stage: .colour, detail: "") }
        return PhotoPixels(
            width: small.width, height: small.height, rgb: rgb,
            scale: Double(longSide) / Double(max(small.width, small.height)))
    }
}
