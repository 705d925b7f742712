public import Foundation

/// The files of a queue as a stranger reads them.
protocol FileSight {
    /// What is in a folder such as `photos`, hidden files too.
    func names(in folder: String) -> [String]
    /// What is in a folder and old enough for `prune` to remove it if nobody needs it.
    func swept(in folder: String) -> [String]
    /// The bytes under a key such as `photos/0123`.
    func bytes(of key: String) -> Data?
    /// The bytes of what the queue has written down as a place.
    func bytes(at place: String) -> Data?
    /// What is in the folder of such a place.
    func names(beside place: String) -> [String]
}

/// The files of a home.
struct FolderSight: FileSight {
    let home: String
    let results: String

    private func path(_ key: String) -> String { key == "results" ? results : "\(home)/\(key)" }

    func names(in folder: String) -> [String] { namesOfFiles(in: path(folder)) }
    // The judge makes all of them old beforehand.
    func swept(in folder: String) -> [String] { names(in: folder) }
    func bytes(of key: String) -> Data? { FileManager.default.contents(atPath: path(key)) }
    func bytes(at place: String) -> Data? { FileManager.default.contents(atPath: place) }
    func names(beside place: String) -> [String] {
        namesOfFiles(in: (place as NSString).deletingLastPathComponent)
    }
}

func namesOfFiles(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

/// What a store had at one moment.
public struct StoreSight: Sendable, FileSight {
    /// What the locators of all its objects begin with, such as `s3://bucket/prefix/`.
    private let locator: String
    /// The objects by their keys.
    public var objects: [String: StoredObject]
    /// The moment for which is said what is old.
    private let now: Date

    /// Describes a store.
    public init(locator: String, objects: [String: StoredObject]) {
        self.locator = locator
        self.objects = objects
        now = Date()
    }

    func names(in folder: String) -> [String] {
        objects.keys.filter { $0.hasPrefix("\(folder)/") }.map {
            String($0.dropFirst(folder.count + 1))
        }
        .sorted()
    }

    func swept(in folder: String) -> [String] {
        names(in: folder).filter { name in
            objects["\(folder)/\(name)"].map { $0.written.addingTimeInterval(86_400) < now }
                ?? false
        }
    }

    func bytes(of key: String) -> Data? { objects[key]?.bytes }
    func bytes(at place: String) -> Data? { key(of: place).flatMap(bytes(of:)) }
    func names(beside place: String) -> [String] {
        key(of: place).map { names(in: ($0 as NSString).deletingLastPathComponent) } ?? []
    }

    private func key(of place: String) -> String? {
        place.hasPrefix(locator) ? String(place.dropFirst(locator.count)) : nil
    }
}

/// An object of a store.
public struct StoredObject: Sendable, Equatable {
    /// What is in it.
    public var bytes: Data
    /// When it was written, by the store's clock.
    public var written: Date

    /// Describes an object.
    public init(bytes: Data, written: Date) {
        self.bytes = bytes
        self.written = written
    }
}
