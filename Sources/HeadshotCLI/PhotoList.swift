import Foundation

/// A list of photos' paths, as `ls` or `find -print0` writes it.
enum PhotoList {
    /// The paths of a list, without empty ones; `-` is standard input.
    static func paths(in list: String, isNullSeparated: Bool) throws(CommandError) -> [String] {
        guard let bytes = contents(of: list) else { throw .unreadableList(path: list) }
        return try paths(in: bytes, isNullSeparated: isNullSeparated, list: list)
    }

    /// The same for the bytes of a list.
    static func paths(
        in bytes: Data, isNullSeparated: Bool, list: String
    ) throws(CommandError) -> [String] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadableList(path: list)
        }
        let parts =
            isNullSeparated ? text.split(separator: "\0") : text.split(whereSeparator: \.isNewline)
        return parts.map(String.init)
    }

    private static func contents(of list: String) -> Data? {
        list == "-"
            ? try? FileHandle.standardInput.readToEnd() ?? Data()
            : try? Data(contentsOf: URL(filePath: list))
    }
}
