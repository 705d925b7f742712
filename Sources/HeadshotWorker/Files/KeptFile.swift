public import Foundation
import Ground
public import ObjectStore

/// A photo, a headshot, or a file beside one, wherever it is kept.
public struct KeptFile: Sendable, Equatable {
    /// Where it is, for people and other programs: its path, or its URL in a store.
    public let locator: String
    private let place: Place

    private enum Place: Sendable {
        case file
        case object(String, any ObjectStore)
        case otherStore
    }

    /// A file of this machine.
    public init(path: String) {
        locator = path
        place = .file
    }

    /// An object of a store.
    init(_ key: String, in objects: any ObjectStore) {
        locator = objects.locator(of: key)
        place = locator.hasPrefix("/") ? .file : .object(key, objects)
    }

    /// What a locator names for who has this store.
    fileprivate init(_ locator: String, besides objects: any ObjectStore) {
        let own = objects.locator(of: "")
        self.locator = locator
        if locator.hasPrefix("/") {
            place = .file
        } else if locator.hasPrefix(own) {
            place = .object(String(locator.dropFirst(own.count)), objects)
        } else {
            place = .otherStore
        }
    }

    /// Its path, if it is a file of this machine.
    public var path: String? { if case .file = place { locator } else { nil } }

    /// The file beside it that has another suffix.
    public func beside(_ suffix: String) -> KeptFile {
        func replaced(_ name: String) -> String {
            "\((name as NSString).deletingPathExtension).\(suffix)"
        }
        return switch place {
        case .file: KeptFile(path: replaced(locator))
        case .object(let key, let objects): KeptFile(replaced(key), in: objects)
        // A URL has slashes that such a path has not.
        case .otherStore: self
        }
    }

    /// All its bytes; `nil` if it is gone.
    public func read() async throws(StorageError) -> Data? {
        switch place {
        case .file: try await PrivateFile.read(locator)
        case .object(let key, let objects): try await objects.read(key)
        case .otherStore: throw isElsewhere
        }
    }

    /// Whether it is there; a file may be unreadable all the same.
    public func isThere() async throws(StorageError) -> Bool {
        switch place {
        case .file:
            await BlockingFiles.run { FileManager.default.fileExists(atPath: locator) }
        case .object(let key, let objects): try await objects.size(key) != nil
        case .otherStore: throw isElsewhere
        }
    }

    /// The stores of files, and the keys that they have there.
    static func keys(
        of files: [KeptFile]
    ) throws(StorageError) -> [(objects: any ObjectStore, keys: [String])] {
        var byStore: [String: (objects: any ObjectStore, keys: [String])] = [:]
        for file in files {
            let (objects, key): (any ObjectStore, String) =
                switch file.place {
                case .file:
                    (
                        FolderStore(folder: file.locator.parentFolder),
                        (file.locator as NSString).lastPathComponent
                    )
                case .object(let key, let objects): (objects, key)
                case .otherStore: throw file.isElsewhere
                }
            byStore[objects.locator(of: ""), default: (objects, [])].keys.append(key)
        }
        return byStore.sorted { $0.key < $1.key }.map(\.value)
    }

    private var isElsewhere: StorageError {
        .unusable(place: locator, detail: "it is in another store than HEADSHOT_STORE names")
    }

    /// Two are the same if they are at the same place.
    public static func == (one: KeptFile, other: KeptFile) -> Bool { one.locator == other.locator }
}

extension HeadshotHome {
    /// The file that a job's row names.
    public func file(at locator: String) -> KeptFile { KeptFile(locator, besides: objects) }

    /// A photo by its name in the store.
    public func photo(named name: String) -> KeptFile {
        KeptFile(PhotoStore.key(name), in: objects)
    }
}
