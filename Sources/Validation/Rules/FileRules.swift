import Ground

/// A photo is a regular file, not a link, a folder, a pipe, or a device.
enum RegularFileRule: PhotoRule {
    static let name = "regularFile"
    static let requirement = "The photo was refused: it must be a regular file."

    static func finding(kind: String) -> Finding {
        Finding(
            rule: name, severity: .refusal, seen: kind, limit: "regular file",
            sentence: "This is a \(kind), not a file. Give the photo's own file.")
    }
}

/// A file does not change while it is read.
enum SteadyFileRule: PhotoRule {
    static let name = "steadyFile"
    static let requirement =
        "The photo was refused: its file must not change while it is read."

    static func finding(seen: String, expected: String) -> Finding {
        Finding(
            rule: name, severity: .refusal, seen: seen, limit: expected,
            sentence: "The file changed while it was read. Wait until it is complete and try again."
        )
    }
}
