import CCrypto
public import FoundationEssentials

/// The SHA-256 of bytes, computed by OpenSSL's libcrypto, which libcurl and libpq bring along.
///
/// It is a value: a copy goes on alone.
public struct SHA256: Sendable {
    private var state = State()

    /// The number of bytes of a digest.
    public static let byteCount = 32

    /// The digest of no bytes yet.
    public init() {}

    /// Returns the 32 bytes of the digest of some bytes.
    public static func hash(data: some DataProtocol) -> Data {
        var hash = SHA256()
        hash.update(data: data)
        return hash.finalize()
    }

    /// Appends bytes.
    public mutating func update(data: some DataProtocol) {
        if !isKnownUniquelyReferenced(&state) { state = State(copyOf: state) }
        state.append(data)
    }

    /// Returns the 32 bytes of the digest of all bytes so far; more may follow.
    public func finalize() -> Data { State(copyOf: state).end() }

    /// A computation of libcrypto.
    // Unchecked: it changes, but only in `update`, which copies one that another value has, too.
    @safe private final class State: @unchecked Sendable {
        /// Never nil: libcrypto only fails to make one where memory has ended.
        private let context: OpaquePointer

        /// The algorithm, looked up once.
        // Unchecked: it lives as long as the process, and nothing changes it.
        nonisolated(unsafe) private static let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil)

        init() {
            unsafe context = Self.context()
            let isBegun = unsafe EVP_DigestInit_ex2(context, Self.algorithm, nil)
            precondition(isBegun == 1, "libcrypto computes no SHA-256")
        }

        init(copyOf other: State) {
            unsafe context = Self.context()
            let isCopied = unsafe EVP_MD_CTX_copy_ex(context, other.context)
            precondition(isCopied == 1, "libcrypto copies no SHA-256")
        }

        deinit { unsafe EVP_MD_CTX_free(context) }

        func append(_ data: some DataProtocol) {
            for region in data.regions {
                // The bytes are only read, and only during the call.
                let isAdded = unsafe region.withUnsafeBytes { bytes in
                    unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
                }
                precondition(isAdded == 1, "libcrypto computes no SHA-256")
            }
        }

        /// Ends the computation, which nothing may be appended to any more.
        func end() -> Data {
            var digest = Data(count: SHA256.byteCount)
            // A SHA-256 fills exactly the bytes that are there.
            let isEnded = unsafe digest.withUnsafeMutableBytes { bytes in
                unsafe EVP_DigestFinal_ex(
                    context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
            }
            precondition(isEnded == 1, "libcrypto computes no SHA-256")
            return digest
        }

        private static func context() -> OpaquePointer {
            guard let context = unsafe EVP_MD_CTX_new() else { fatalError("no memory") }
            return unsafe context
        }
    }
}
