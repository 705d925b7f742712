import ArgumentParser
import Foundation
import JobQueue
import Validation

/// The photos to submit.
struct PhotoOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The photo files, or folders of them (their photos by content, not in folders below).",
            "photo"), completion: .file())
    var photos: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with the paths of photos, one a line; - is standard input.", "list"),
        completion: .file())
    var fromFile: String?

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "The list's paths end with a zero byte, as from 'find -print0'.")
    var isNullSeparated = false

    func validate() throws {
        guard fromFile != nil || !photos.isEmpty else {
            throw UsageError("Name a photo, a folder, or --from-file.")
        }
        if isNullSeparated, fromFile == nil {
            throw UsageError("-0 sets how --from-file separates paths.")
        }
    }

    /// Whether it is a single file, neither a folder nor a list.
    var isOneFile: Bool {
        fromFile == nil && photos.count == 1 && !photos.contains(where: Self.isFolder)
    }

    /// All photos in the order in which they are queued, and the files that were skipped.
    func sources() async throws -> PhotoSources {
        var sources = PhotoSources()
        for path in photos {
            if Self.isFolder(path) {
                let folder = try await PhotoFolder.read(at: path)
                sources.photos += folder.photos.map { PhotoSource(path: $0, isOneOfMany: true) }
                if !folder.others.isEmpty || folder.photos.isEmpty {
                    sources.note(folder.others, passedOverIn: path)
                }
            } else {
                sources.photos.append(PhotoSource(path: path, isOneOfMany: false))
            }
        }
        if let fromFile {
            let paths = try PhotoList.paths(in: fromFile, isNullSeparated: isNullSeparated)
            sources.photos += paths.map { PhotoSource(path: $0, isOneOfMany: true) }
        }
        return sources
    }

    private static func isFolder(_ path: String) -> Bool {
        // A link to a folder counts as a folder.
        let values = try? URL(filePath: path).resolvingSymlinksInPath()
            .resourceValues(forKeys: [.isDirectoryKey])
        return values?.isDirectory ?? false
    }
}

/// The photos that a command line means.
struct PhotoSources {
    var photos: [PhotoSource] = []
    /// A line for each folder with files that are not photos.
    private(set) var notes: [String] = []

    mutating func note(_ names: [String], passedOverIn folder: String) {
        let few = names.prefix(5).map(\.printable).joined(separator: ", ")
        let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
        notes.append(
            names.isEmpty
                ? "There is nothing in \(folder.printable)."
                : "Passed over in \(folder.printable), since they are not photos: \(few)\(rest).")
    }
}

/// One photo to submit.
struct PhotoSource: Equatable {
    let path: String
    /// Whether it came from a folder or a list; such a submit may be stopped and run again.
    let isOneOfMany: Bool
}

/// A list of photos' paths, as `ls` or `find -print0` writes it.
enum PhotoList {
    /// The paths of a list, without empty ones; `-` is standard input.
    static func paths(in list: String, isNullSeparated: Bool) throws(UserMessage) -> [String] {
        guard let bytes = contents(of: list) else { throw .unreadableList(path: list) }
        return try paths(in: bytes, isNullSeparated: isNullSeparated, list: list)
    }

    /// The same for the bytes of a list.
    static func paths(
        in bytes: Data, isNullSeparated: Bool, list: String
    ) throws(UserMessage) -> [String] {
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
