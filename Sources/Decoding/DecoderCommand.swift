/// What `headshot-decoder` is started to do: its first argument.
package enum DecoderCommand: String, Sendable {
    /// Answer a ``PictureTask`` in each process that it forks.
    case decode = "decode-photos"
    /// Draw one ``DrawingOrder``, and end.
    case draw = "draw-pictures"

    /// The second argument of a process that gets the nets.
    package static let withNets = "with-nets"

    /// The exit status of a process that cannot open the nets that it got.
    package static let statusWithoutNets: Int32 = 3
    /// The exit status of a process in which a library has started threads, so that it must not fork.
    package static let statusWithThreads: Int32 = 4
}
