import Foundation
import Ground

/// Photos that come with the program.
enum SamplePhoto {
    /// A grey JPEG of 256 by 256 pixels, the smallest photo that is accepted.
    static var grey: Data? {
        Data(base64Encoded: beginning + String(repeating: "A", count: 510) + "P/2Q==")
    }

    /// Grey pixels, without a face.
    static var pixels: PhotoPixels {
        PhotoPixels(width: 320, height: 400, rgb: Data(repeating: 128, count: 320 * 400 * 3), scale: 1)
    }

    private static let beginning = """
        /9j/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6\
        /+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4\
        +Pj4+Pj4+Pj/wAARCAEAAQADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAA\
        AAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ALIA
        """
}
