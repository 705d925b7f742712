extension Sequence<UInt8> {
    /// The bytes as hexadecimal digits, two for each, in small letters.
    public var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
