import FoundationEssentials
public import Ground
package import Validation

/// One task on an untrusted picture; everything that decodes pixels is one of these.
public enum PictureTask: Codable, Sendable, Equatable {
    /// Judges a photo and makes it the photo as sent, which is the reply's picture.
    ///
    /// With `looks`, the face is analyzed in the same decode.
    case prepare(looks: Bool)
    /// Makes a photo that is too large a copy within the limits of a photo, which is the reply's picture.
    case shrink
    /// Judges a photo as `prepare` does and analyzes the face.
    ///
    /// The reply's picture is the scaled-down photo, upright, sRGB, at most `pictureSide` pixels along a side; without
    /// a `pictureSide` the reply has no picture.
    case look(pictureSide: Int?)
    /// Judges a photo as `prepare` does, analyzes the face, and makes a headshot around it without a model.
    ///
    /// The headshot is the reply's picture, and the reply says how it was made. Without a face there is none.
    case makeHeadshot(backdrop: Backdrop)
    /// Analyzes the face in a photo that was accepted before, to compare a headshot with it.
    case measure
    /// Judges a headshot that came back, every pixel of it; with `looks`, also the face.
    case check(looks: Bool)
    /// Scales any photo or headshot down to at most `side` pixels along a side. Judges nothing.
    ///
    /// The reply's picture is a JPEG, or with `asPixels` what ``PhotoPixels/init(pixmap:)`` reads; there is none if
    /// it cannot be decoded.
    case show(side: Int, asPixels: Bool)
}

extension PictureTask {
    /// The limits of what is decoded.
    package var limits: PhotoLimits {
        switch self {
        case .prepare, .look, .makeHeadshot, .measure, .show: .standard
        case .check: .headshot
        case .shrink: .large
        }
    }

    /// Whether the picture was paid for, so that it is worth more than the time to check it.
    ///
    /// It is on disk already, so photos go first; without them, places for requests stay empty.
    package var isPaidFor: Bool {
        switch self {
        case .prepare, .shrink, .look, .makeHeadshot, .measure, .show: false
        case .check: true
        }
    }

    /// Whether other jobs of the photo need the same task, so that the reply is kept for a while.
    package var isKept: Bool {
        switch self {
        case .prepare, .makeHeadshot: true
        case .shrink, .look, .measure, .check, .show: false
        }
    }

    /// The most bytes of the picture that it makes; 0 if it makes none.
    package var pictureByteLimit: Int {
        switch self {
        case .prepare, .look(.some), .makeHeadshot, .show(_, asPixels: false): limits.sentByteCount
        case .shrink: PhotoLimits.standard.byteCount.upperBound
        case .show(let side, asPixels: true): side * side * 3 + 20
        case .look(nil), .measure, .check: 0
        }
    }

    /// Whether a reply, from an untrusted process, can be an honest one.
    ///
    /// A photo that is accepted has been prepared or analyzed; otherwise no finding would say why its job cannot go on.
    package func isAnswered(by reply: PictureReply) -> Bool {
        guard reply.inspection.isAccepted else { return reply.picture == nil }
        if let picture = reply.picture, !canMake(picture) { return false }
        return switch self {
        case .prepare(let looks): reply.picture != nil && (!looks || reply.analysis != nil)
        case .shrink: reply.picture != nil
        case .look, .makeHeadshot: reply.analysis != nil
        case .measure, .check, .show: true
        }
    }

    /// Whether `bytes`, from an untrusted process, can be the picture that it makes.
    private func canMake(_ bytes: Data) -> Bool {
        switch self {
        case .prepare, .shrink, .look(.some), .makeHeadshot, .show(_, asPixels: false):
            JPEGStructure.isBare(bytes)
        case .show(let side, asPixels: true):
            PhotoPixels(pixmap: bytes).map { max($0.width, $0.height) <= side } ?? false
        case .look(nil), .measure, .check: false
        }
    }
}
