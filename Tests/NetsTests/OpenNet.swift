import CNets
import Foundation

/// An open net, closed with its owner.
@safe
final class OpenNet {
    private let net: OpaquePointer

    /// Nil where the bytes are no net that can be run.
    init?(_ bytes: Data) {
        let opened = unsafe bytes.withUnsafeBytes { bytes in
            unsafe headshot_net_open(bytes.baseAddress, bytes.count)
        }
        guard let opened = unsafe opened else { return nil }
        unsafe net = unsafe opened
    }

    deinit {
        unsafe headshot_net_close(net)
    }

    /// Height, width and channels of the input.
    var inputShape: [Int] {
        let input = unsafe headshot_net_input(net)
        return unsafe [Int(input.height), Int(input.width), Int(input.channels)]
    }

    /// The outputs for an input, which has to be as long as the net wants it.
    func run(_ values: [Float]) -> [[Float]] {
        let input = unsafe headshot_net_input(net)
        precondition(values.count == inputShape.reduce(1, *))
        for (index, value) in values.enumerated() { unsafe input.values[index] = value }
        guard unsafe headshot_net_run(net) == 0 else { return [] }
        return (0..<(unsafe headshot_net_output_count(net))).map { index in
            let output = unsafe headshot_net_output(net, index)
            let count = unsafe Int(output.height) * Int(output.width) * Int(output.channels)
            return unsafe Array(UnsafeBufferPointer(start: output.values, count: count))
        }
    }
}
