import CNets
public import FoundationEssentials
import Synchronization

/// An open net.
///
/// Runs block for 3 to 15 milliseconds, happen one at a time, and are not interrupted by cancellation.
///
/// Unchecked, because the evaluator's net is a pointer: it has no thread and no other state, is used by one
/// thread at a time under the lock, and is closed by `deinit`, when no other reference is left.
@safe
public final class Net: @unchecked Sendable {
    // Safe: used only under the lock, and closed when nothing refers to it any more.
    private let net: OpaquePointer
    private let lock = Mutex(())
    private let inputCount: Int

    /// Opens a net in the format of TensorFlow Lite; nil if the bytes are not a net that can be run.
    public init?(_ bytes: Data) {
        let opened = unsafe bytes.withUnsafeBytes { bytes in
            unsafe headshot_net_open(bytes.baseAddress, bytes.count)
        }
        guard let opened = unsafe opened else { return nil }
        unsafe net = unsafe opened
        inputCount = unsafe headshot_net_input(net).count
    }

    deinit {
        unsafe headshot_net_close(net)
    }

    /// Frees the memory that runs need until the next one, which takes fresh memory.
    package func rest() {
        lock.withLock { _ in unsafe headshot_net_rest(net) }
    }

    /// The outputs for an input: values row by row, in a row pixel by pixel, in a pixel channel by channel.
    ///
    /// The input must have the length that the net requires.
    public func run(_ input: [Float]) -> [[Float]] {
        precondition(input.count == inputCount)
        return lock.withLock { _ in
            guard let values = unsafe headshot_net_input(net).values else { return [] }
            unsafe input.withUnsafeBufferPointer { input in
                guard let first = input.baseAddress else { return }
                // As many floats as the net's own block holds, checked above.
                unsafe values.update(from: first, count: inputCount)
            }
            guard unsafe headshot_net_run(net) == 0 else { return [] }
            return (0..<(unsafe headshot_net_output_count(net))).map { index in
                let output = unsafe headshot_net_output(net, index)
                return unsafe Array(UnsafeBufferPointer(start: output.values, count: output.count))
            }
        }
    }
}

extension headshot_net_values {
    fileprivate var count: Int { unsafe Int(height) * Int(width) * Int(channels) }
}
