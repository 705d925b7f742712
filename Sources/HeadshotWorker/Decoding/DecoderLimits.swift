/// How much of the machine one picture may use; a picture that needs more is not decoded.
public struct DecoderLimits: Sendable {
    /// Seconds of CPU time.
    ///
    /// The slowest photo within the limits, a HEIC of 17 megapixels, takes about 3.
    var computingSeconds = 20
    /// The wall time, on a machine that is busy with other work.
    var time: Duration = .seconds(90)

    /// Those that suit all photos within the limits; tests set others.
    public static let usual = DecoderLimits()
}
