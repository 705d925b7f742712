/// What a key looks like: a path of plain names, which leads nowhere but into its store.
enum ObjectKey {
    /// Whether a key has this form.
    static func isPlain(_ key: String) -> Bool {
        key.utf8.count <= longest
            && key.utf8.split(separator: slash, omittingEmptySubsequences: false)
                .allSatisfy { name in
                    !name.isEmpty && !name.contains(0) && !isFolder(name)
                }
    }

    /// The detail of the error for any other key.
    static let refusal = "its key is not one that this store gives"

    /// Whether a name stands for a folder, as `.` and `..` do.
    private static func isFolder(_ name: Substring.UTF8View) -> Bool {
        name.count <= 2 && name.allSatisfy { $0 == dot }
    }

    /// In bytes; no store takes a longer one.
    private static let longest = 1024
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")
}
