/// Content that is not used: what a person calls it, and what that person can do.
///
/// The one place for these sentences. A case's value is what a finding has seen, and stable.
package enum UnusableContent: String, CaseIterable, Sendable {
    // Pictures in other formats.
    case gif
    case tiff
    case bmp
    case avif
    case jpegXL = "jpeg xl"
    case jpeg2000 = "jpeg 2000"
    case jpegLS = "jpeg-ls"
    // Photos in forms that decoders do not know.
    case twelveBitJPEG = "jpeg of 12 bits"
    case losslessJPEG = "lossless jpeg"
    case hierarchicalJPEG = "hierarchical jpeg"
    case heightlessJPEG = "jpeg without a height"
    case heifSequence = "heif sequence"
    case heifWithoutHEVC = "heif without hevc"
    case heifUnknownHere = "heif unknown to the decoder"
    // Raw files.
    case canonRaw = "cr3"
    case dng
    case raw
    // Photos that something has happened to.
    case zeros
    case textInFront = "text in front of a picture"
    case appleDouble
    case lfsPointer = "git lfs pointer"
    case transparent
    // No photos.
    case svg
    case pdf
    case video
    case webPage = "web page"
    case text
    case archive
    case unknown = "of an unknown kind"

    /// What it is.
    package var judgement: String {
        switch self {
        case .gif: "This is a GIF."
        case .tiff: "This is a TIFF."
        case .bmp: "This is a BMP."
        case .avif: "This is an AVIF."
        case .jpegXL: "This is a JPEG XL."
        case .jpeg2000: "This is a JPEG 2000, which is not an ordinary JPEG."
        case .jpegLS: "This is a JPEG-LS, which is not an ordinary JPEG."
        case .twelveBitJPEG: "This is a JPEG with 12 bits a channel instead of 8."
        case .losslessJPEG: "This is a lossless JPEG, which is not an ordinary JPEG."
        case .hierarchicalJPEG: "This is a hierarchical JPEG, which is not an ordinary JPEG."
        case .heightlessJPEG: "This is a JPEG whose height is stored behind its pixels."
        case .heifSequence: "This is a HEIF with a sequence of pictures and no single photo."
        case .heifWithoutHEVC: "This is a HEIF whose picture is not coded in HEVC."
        case .heifUnknownHere:
            "This machine's HEIC decoder does not know this kind of HEIC."
        case .canonRaw: "This is a camera's raw file (CR3)."
        case .dng: "This is a camera's raw file (DNG)."
        case .raw: "This is a camera's raw file."
        case .zeros: "This file holds nothing but zeros: its content was lost."
        case .textInFront:
            "There is text in front of the picture in this file, such as a line break or a byte order mark."
        case .appleDouble:
            "This is what a Mac keeps beside a photo (AppleDouble), not the photo."
        case .lfsPointer: "This is a pointer of Git LFS to a photo, not the photo."
        case .transparent: "All of this picture is transparent."
        case .svg: "This is an SVG drawing, not a photo."
        case .pdf: "This is a PDF, not a photo."
        case .video: "This is a video, not a photo."
        case .webPage: "This is a web page, not a photo."
        case .text: "This is text, not a photo."
        case .archive: "This is an archive, not a photo."
        case .unknown: "This is a file of an unknown kind, not a photo."
        }
    }

    /// What to do.
    package var advice: String {
        switch self {
        case .gif, .tiff, .bmp, .avif, .jpegXL, .jpeg2000, .jpegLS, .twelveBitJPEG, .losslessJPEG,
            .hierarchicalJPEG, .heightlessJPEG, .heifWithoutHEVC, .heifUnknownHere:
            "Save it as JPEG and try again."
        case .heifSequence, .video: "Save one picture of it as JPEG and try again."
        case .canonRaw, .dng, .raw: "Save it as JPEG with a photo program and try again."
        case .zeros, .textInFront: "Copy it again from where it came from, or choose another one."
        case .appleDouble: "Choose the file of the same name without \"._\" at its start."
        case .lfsPointer: "Fetch the photo with 'git lfs pull' and try again."
        case .transparent: "Save it without transparency, as JPEG, and try again."
        case .webPage: "Save the picture itself instead of the page that shows it."
        case .archive: "Unpack it and choose the photos in it."
        case .svg, .pdf, .text, .unknown: "Use JPEG, PNG, WebP or HEIC."
        }
    }
}
