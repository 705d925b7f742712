import TestSupport

@testable import HeadshotWorker

extension DecoderPool {
    /// The pool that tests share, of processes of the built program.
    static let built = DecoderPool(DecoderProgram(path: path(of: "headshot-decoder")), size: 2)

    /// A pool of decoders that do what photos tell them.
    static func hostile(size: Int = 1, limits: DecoderLimits = DecoderLimits()) -> DecoderPool {
        DecoderPool(DecoderProgram(path: path(of: "HostileDecoder")), size: size, limits: limits)
    }

    private static func path(of product: String) -> String {
        // A program that was not built shows as decoders that do not start.
        (try? Program.built(product).path) ?? product
    }
}
