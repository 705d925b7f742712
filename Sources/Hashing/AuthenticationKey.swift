import CCrypto
public import FoundationEssentials

/// A key of bytes by which messages are authenticated: HMAC with SHA-256 (RFC 2104).
///
/// It is a secret: no description, dump or mirror shows its bytes.
public struct AuthenticationKey: Sendable {
    /// The bytes themselves.
    public let exposed: Data

    /// Takes the bytes of a key.
    public init(_ bytes: Data) { exposed = bytes }

    /// Returns the 32 bytes of the code of a message.
    public func code(of message: some DataProtocol) -> Data {
        let (key, message) = (exposed, Data(message))
        var code = Data(count: SHA256.byteCount)
        var count = 0
        // All three are there during the call, and an HMAC with SHA-256 fills exactly the bytes that are there.
        let isMade = unsafe code.withUnsafeMutableBytes { code in
            unsafe key.withUnsafeBytes { key in
                unsafe message.withUnsafeBytes { message in
                    unsafe EVP_Q_mac(
                        nil, "HMAC", nil, "SHA256", nil,
                        // An empty key has no address, which would stand for "no key yet".
                        key.baseAddress ?? UnsafeRawPointer(code.baseAddress), key.count,
                        message.baseAddress?.assumingMemoryBound(to: UInt8.self), message.count,
                        code.baseAddress?.assumingMemoryBound(to: UInt8.self), code.count, &count)
                        != nil
                }
            }
        }
        precondition(isMade && count == SHA256.byteCount, "libcrypto computes no HMAC")
        return code
    }

    /// Derives a key of 32 bytes for one purpose: HKDF with SHA-256 and no salt (RFC 5869), of which that is the first block.
    public func derived(for purpose: Data) -> AuthenticationKey {
        let extracted = AuthenticationKey(Data(count: SHA256.byteCount)).code(of: exposed)
        return AuthenticationKey(AuthenticationKey(extracted).code(of: purpose + [1]))
    }
}

extension AuthenticationKey: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Always the same word.
    public var description: String { "[key]" }
    /// Always the same word.
    public var debugDescription: String { "[key]" }
    /// No children, so that `dump` and mirrors find nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
