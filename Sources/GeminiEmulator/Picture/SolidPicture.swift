import Foundation

/// A grey PNG of 896 by 1152 pixels in 221 bytes, for answers that must take no time.
enum SolidPicture {
    /// One bit per pixel, with a palette of one colour.
    static let png = Data(base64Encoded: base64) ?? Data()

    private static let base64 = """
        iVBORw0KGgoAAAANSUhEUgAAA4AAAASAAQMAAACUXbGaAAAAA1BMVEWAgICQdD0xAAAAlUlEQVR42u3BMQEA\
        AADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAL4M/I8AAeFnPPwAAAAASUVORK5CYII=
        """
}
