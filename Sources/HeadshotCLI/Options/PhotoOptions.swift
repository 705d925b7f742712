import ArgumentParser
import Foundation
import Ground
import JobQueue
import Validation

/// The photos to submit.
struct PhotoOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The photo files, or folders of them (their photos by content).",
            "photo"), completion: .file())
    var photos: [String] = []

    @Flag(help: "Take the photos in the folders inside these folders, too.")
    var recursive = false

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

    /// Whether each photo is named, without a folder or a list.
    var areNamed: Bool { fromFile == nil && !photos.contains(where: Self.isFolder) }

    /// All photos in the order in which they are queued, and the files that were skipped.
    func sources() async throws -> PhotoSources {
        var sources = PhotoSources()
        var typed = TypedPaths()
        for path in photos.map({ typed.path($0) }) {
            if Self.isFolder(path) {
                try await sources.add(folder: path, isRecursive: recursive)
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
        // A link to a folder counts as one.
        FileStatus(path)?.isFolder == true
    }
}

/// The photos that a command line means.
struct PhotoSources {
    var photos: [PhotoSource] = []
    /// A line for each reason for which a folder leaves something out.
    private(set) var notes: [String] = []

    /// Adds the photos of a folder.
    ///
    /// - Parameter isRecursive: Whether those in folders inside it are added, too. Links are not followed, and hidden folders
    ///   have pictures that programs made for themselves.
    fileprivate mutating func add(folder path: String, isRecursive: Bool) async throws {
        var folders = [path]
        while let path = folders.popLast() {
            let folder = try await PhotoFolder.read(at: path)
            photos += folder.photos.map { PhotoSource(path: $0, isOneOfMany: true) }
            var others = folder.others
            if isRecursive, let names = others[.folder] {
                let hidden = names.filter { $0.hasPrefix(".") }
                others[.folder] = hidden.isEmpty ? nil : hidden
                let start = path.utf8.last == UInt8(ascii: "/") ? path : "\(path)/"
                folders += names.filter { !$0.hasPrefix(".") }.reversed().map { start + $0 }
            } else if folder.photos.isEmpty, others.isEmpty {
                notes.append("There is nothing in \(path.printable).")
            }
            note(leftOut: others, of: path, isRecursive: isRecursive)
        }
    }

    private mutating func note(
        leftOut others: [PhotoFolder.Reason: [String]], of path: String, isRecursive: Bool
    ) {
        for reason in PhotoFolder.Reason.allCases {
            guard let names = others[reason] else { continue }
            let few = names.prefix(5).map(\.printable).joined(separator: ", ")
            let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
            let count = names.count > 1 ? " (\(names.count))" : ""
            notes.append(
                """
                Passed over in \(path.printable), since they are \(reason.words)\(count): \(few)\(rest).\(reason.advice(isRecursive))
                """)
        }
    }
}

extension PhotoFolder.Reason {
    fileprivate var words: String {
        switch self {
        case .link: "links"
        case .folder: "folders"
        case .special: "pipes, sockets or devices"
        case .notPhoto: "not photos"
        }
    }

    /// What to do with the photos that a person may miss.
    ///
    /// - Parameter isRecursive: Whether folders were left out because they are hidden.
    fileprivate func advice(_ isRecursive: Bool) -> String {
        switch self {
        case .link: " Name the files that they lead to."
        case .folder where isRecursive: " Name hidden folders, too, for the photos in them."
        case .folder: " --recursive takes the photos in them, too."
        case .special, .notPhoto: ""
        }
    }
}

/// The paths of a command line with the bytes that were typed.
///
/// Swift puts U+FFFD in the place of bytes that are not UTF-8, so that such a path leads nowhere.
struct TypedPaths {
    /// The arguments with such bytes, by what Swift makes of them.
    private var arguments: [String: [String]] = [:]

    /// The arguments of this process.
    init() {
        var index = 0
        // The list ends with a null pointer.
        while let argument = unsafe CommandLine.unsafeArgv[index] {
            note(unsafe Array(Data(bytes: argument, count: strlen(argument))))
            index += 1
        }
    }

    /// The arguments with some bytes.
    init(of arguments: [[UInt8]]) {
        for argument in arguments { note(argument) }
    }

    private mutating func note(_ bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        arguments[String(decoding: bytes, as: UTF8.self), default: []].append(
            PathText.text(of: bytes))
    }

    /// The path, as ``PathText``, of an argument as Swift has it; each argument is found once, in their order.
    mutating func path(_ typed: String) -> String {
        guard let found = arguments[typed]?.first else { return typed }
        arguments[typed]?.removeFirst()
        return found
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

    /// The same for the bytes of a list; texts of ``PathText``.
    static func paths(
        in bytes: Data, isNullSeparated: Bool, list: String
    ) throws(UserMessage) -> [String] {
        if isNullSeparated { return bytes.split(separator: 0).map { PathText.text(of: $0) } }
        if let text = String(validating: bytes, as: UTF8.self) {
            return text.split(whereSeparator: \.isNewline).map(String.init)
        }
        // Names of bytes, divided as always; but not text in two bytes a character, which has zeros.
        guard !bytes.contains(0), !bytes.starts(with: [0xFF, 0xFE]) else {
            throw .unreadableList(path: list)
        }
        return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map {
            PathText.text(of: $0)
        }
    }

    private static func contents(of list: String) -> Data? {
        list == "-"
            ? try? FileHandle.standardInput.readToEnd() ?? Data()
            : try? Data(contentsOf: URL(filePath: list))
    }
}
