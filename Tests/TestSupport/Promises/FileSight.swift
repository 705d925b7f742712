public import Foundation

/// The files of a queue as a stranger reads them.
protocol FileSight {
    /// What is in a folder such as `photos`, hidden files too.
    func names(in folder: String) -> [String]
    /// What is in a folder and old enough for `prune` to remove it if nobody needs it.
    func swept(in folder: String) -> [String]
    /// The bytes under a key such as `photos/0123`.
    func bytes(of key: String) -> Data?
}

extension FileSight {
    /// The bytes of a result by the name that the queue has written down.
    func bytes(ofResult name: String) -> Data? { bytes(of: "results/\(name)") }
}

/// The files of a home.
struct FolderSight: FileSight {
    let home: String
    let results: String

    private func path(_ key: String) -> String {
        let folder = "results"
        return key == folder || key.hasPrefix("\(folder)/")
            ? results + key.dropFirst(folder.count) : "\(home)/\(key)"
    }

    func names(in folder: String) -> [String] { namesOfFiles(in: path(folder)) }
    // The judge makes all of them old beforehand.
    func swept(in folder: String) -> [String] { names(in: folder) }
    func bytes(of key: String) -> Data? { FileManager.default.contents(atPath: path(key)) }
}

func namesOfFiles(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

/// What a store had at one moment.
public struct StoreSight: Sendable, FileSight {
    /// The objects by their keys.
    public var objects: [String: StoredObject]
    /// The moment for which is said what is old.
    private let now: Date

    /// Describes a store.
    public init(objects: [String: StoredObject]) {
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
