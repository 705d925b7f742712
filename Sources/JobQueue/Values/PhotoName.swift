/// The name of a photo in the store: the SHA-256 of its bytes, and what tells the submit that kept it from others.
public enum PhotoName {
    /// Makes a name that no other submit has.
    ///
    /// - Parameter digest: The SHA-256 of the photo's bytes in 64 hexadecimal digits.
    public static func make(_ digest: String, by submit: RandomName) -> String {
        "\(digest).\(submit)"
    }

    /// The SHA-256 of the photo's bytes: equal for equal photos, whichever submit kept them.
    public static func digest(of name: String) -> String { String(name.prefix(64)) }

    /// The submit that kept the photo: different for each, also for equal photos.
    public static func submit(of name: String) -> String { String(name.dropFirst(65)) }
}
