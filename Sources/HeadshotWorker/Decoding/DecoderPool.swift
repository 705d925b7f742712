public import Foundation

/// Where strangers' pictures are decoded.
public final class DecoderPool: Sendable {
    private let work: PictureWork

    /// Creates a pool; with dlib's shape predictor at `landmarksPath`, looks measure proportions, too.
    public init(landmarksPath: String? = nil) throws(WorkerError) {
        work = try PictureWork(landmarksPath: landmarksPath)
    }

    /// Does one task; what is wrong with the picture is in the reply's findings.
    public func perform(
        _ task: PictureTask, on picture: Data
    ) async throws(WorkerError) -> PictureReply {
        try await work.perform(task, on: picture)
    }
}
