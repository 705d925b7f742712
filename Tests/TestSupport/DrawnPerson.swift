import CVips
public import Foundation
import Imaging
import Validation

/// The person of the demo without the room: what surely is the person, and how much of it each pixel shows.
public struct DrawnPerson: Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Red, green, blue and opacity in turn, 8 bits each.
    private let rgba: [UInt8]

    /// Draws it 4 by 5, at any size.
    ///
    /// - Parameter behind: SVG that is drawn behind the head, in the demo's 1200 by 1500 units.
    public init(height: Int, behind: String = "") throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../demo/portrait.svg")
        let drawing = try String(contentsOf: file, encoding: .utf8)
        let width = height * 4 / 5
        let sized = drawing.replacing(
            #"width="1200" height="1500" viewBox"#,
            with: #"width="\#(width)" height="\#(height)" viewBox"#, maxReplacements: 1)
        guard let room = sized.range(of: "<!-- The room"),
            let person = sized.range(of: "<!-- Hair behind"),
            let grain = sized.range(of: "<!-- The grain")
        else { throw PhotoFixtureError.cannotDecode }
        let alone =
            sized[..<room.lowerBound] + behind + sized[person.lowerBound..<grain.lowerBound]
            + "</svg>"
        (self.width, self.height) = (width, height)
        rgba = try Self.rendered(Data(alone.utf8))
        guard rgba.count == width * height * 4 else { throw PhotoFixtureError.cannotDecode }
    }

    /// The middle of the head, at the height of the eyes.
    public var head: SIMD2<Double> {
        (DrawnFace.leftEye + DrawnFace.rightEye) / 2 * Double(height) / 500
    }

    /// The distance of the eyes.
    public var eyeDistance: Double {
        (DrawnFace.rightEye.x - DrawnFace.leftEye.x) * Double(height) / 500
    }

    /// How much of the person a pixel shows, 0 to 1.
    public func opacity(_ x: Int, _ y: Int) -> Double {
        Double(rgba[(y * width + x) * 4 + 3]) / 255
    }

    /// The person before something: red, green and blue, 8 bits each.
    public func before(_ colour: (_ x: Int, _ y: Int) -> SIMD3<Double>) -> Data {
        var rgb = Data(capacity: width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let share = opacity(x, y)
                let behind = colour(x, y)
                for channel in 0..<3 {
                    let own = Double(rgba[(y * width + x) * 4 + channel])
                    rgb.append(UInt8((own * share + behind[channel] * (1 - share)).rounded()))
                }
            }
        }
        return rgb
    }

    private static func rendered(_ svg: Data) throws -> [UInt8] {
        // Whoever starts libvips first closes it to drawings, in this process too; so that is done before it is opened.
        ImageLibrary.load()
        unsafe vips_operation_block_set("VipsForeignLoadSvg", 0)
        let pixels: [UInt8]? = unsafe svg.withUnsafeBytes { buffer in
            guard let image = unsafe headshot_vips_svgload(buffer.baseAddress, buffer.count) else {
                return nil
            }
            defer { unsafe g_object_unref(image) }
            var count = 0
            guard let memory = unsafe vips_image_write_to_memory(image, &count) else { return nil }
            defer { unsafe g_free(memory) }
            return unsafe [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
        }
        guard let pixels else { throw PhotoFixtureError.cannotDecode }
        return pixels
    }
}
