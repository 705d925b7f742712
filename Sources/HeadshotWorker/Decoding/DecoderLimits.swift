/// How much of the machine one picture may use; a picture that needs more is not decoded.
public struct DecoderLimits: Sendable, Equatable {
    /// Seconds of CPU time.
    ///
    /// The slowest photo within the limits, a HEIC of 17 megapixels, takes about 3.
    public var computingSeconds: Int
    /// The wall time, on a machine that is busy with other work.
    public var time: Duration
    /// The time in which a process must become ready.
    public var startTime: Duration

    /// Creates limits.
    public init(
        computingSeconds: Int = 20, time: Duration = .seconds(90),
        startTime: Duration = .seconds(90)
    ) {
        self.computingSeconds = computingSeconds
        self.time = time
        self.startTime = startTime
    }
}
