public import Foundation

extension DrawnFace {
    /// The picture as a JPEG.
    public func jpeg(quality: Int = 90) throws -> Data {
        let raster = Raster(width: width, height: height, bands: 3, bytes: rgb)
        return try FixtureImage(raster).encoded(as: ".jpg[Q=\(quality)]")
    }
}
