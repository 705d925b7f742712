public import Foundation

extension DrawnFace {
    /// The photo of the demo, each pixel a square of four by four: 4800 by 6000 pixels.
    public static func largePhoto() throws -> Data {
        let face = try DrawnFace(jpeg: photo())
        let raster = Raster(width: face.width, height: face.height, bands: 3, bytes: face.rgb)
        return try FixtureImage(raster).enlarged(by: 4).encoded(as: ".jpg[Q=80]")
    }

    /// The picture as a JPEG.
    public func jpeg(quality: Int = 90) throws -> Data {
        let raster = Raster(width: width, height: height, bands: 3, bytes: rgb)
        return try FixtureImage(raster).encoded(as: ".jpg[Q=\(quality)]")
    }
}
