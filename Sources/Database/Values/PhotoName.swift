/// The name of a photo in the store: the SHA-256 of its bytes, and a part that differs for each submit.
public enum PhotoName {
    /// Makes a name that no other submit has.
    ///
    /// - Parameter digest: The SHA-256 of the photo's bytes in 64 hexadecimal digits.
    public static func make(_ digest: String, by submit: RandomName) -> String {
        "\(digest).\(submit)"
    }

    /// Whether a name is one that a photo may have: 64 hexadecimal digits, and then a period and letters or digits.
    package static func isName(_ name: String) -> Bool {
        let digest = name.utf8.prefix(64)
        let rest = name.utf8.dropFirst(64)
        return digest.count == 64 && digest.allSatisfy(hexadecimal.contains)
            && (rest.isEmpty
                || rest.count > 1 && rest.first == UInt8(ascii: ".")
                    && rest.dropFirst().allSatisfy(letters.contains))
    }

    private static let hexadecimal = Set("0123456789abcdef".utf8)
    private static let letters = Set("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

    /// The SHA-256 of the photo's bytes: equal for equal photos, whichever submit kept them.
    public static func digest(of name: String) -> String { String(name.prefix(64)) }

    /// The submit that kept the photo: different for each, also for equal photos.
    public static func submit(of name: String) -> String { String(name.dropFirst(65)) }
}
