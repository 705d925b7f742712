import Answers
import Foundation
import Glibc
import Ground
import HeadshotWorker
import JobQueue
import ObjectStore
import Setup

/// Checks whether the folder of the queue is private, on a local disk, and has room.
struct HomeChecks {
    let home: HeadshotHome
    /// Where headshots go.
    let results: String
    let now: Date

    func run() -> [Check] {
        let folder = existingFolder
        return [
            rights(of: folder), rightsOfResults, fileSystem(of: folder), lasts(folder),
            space(at: folder), backup,
        ].compactMap(\.self)
    }

    /// Warns of a folder of headshots in which others can put other files in their place.
    ///
    /// A file with other bytes is never handed out, but the headshot is lost.
    private var rightsOfResults: Check? {
        guard results.hasPrefix("/"), let status = FileStatus(results) else { return nil }
        // The group and all others may write, or the folder is somebody else's.
        guard status.permissions & 0o022 != 0 || status.owner != geteuid() else {
            return rightsAboveResults
        }
        return .warning(
            "results", "other users can remove and replace headshots in \(results)",
            remedy: "Let only the user that runs headshot write there: chmod go-w \(results)")
    }

    /// Warns of a folder above that of the headshots in which others can put another folder in its place.
    ///
    /// In one with the sticky bit, such as `/tmp`, they can rename nothing of others.
    private var rightsAboveResults: Check? {
        let resolved = URL(filePath: results).resolvingSymlinksInPath().path(percentEncoded: false)
        for path in [results, resolved] {
            var folder = path
            while folder != "/" {
                folder = folder.parentFolder
                guard let rights = FileStatus(folder)?.permissions,
                    rights & 0o022 != 0, rights & 0o1000 == 0
                else { continue }
                return .warning(
                    "results",
                    "other users can rename folders in \(folder), and so replace \(results)",
                    remedy:
                        "Let only the user that runs headshot write there: chmod go-w \(folder)")
            }
        }
        return nil
    }

    /// Warns of a backup that is old; says nothing where there never was one.
    private var backup: Check? {
        guard let note = BackupNote(latestOf: home) else { return nil }
        let days = Int(clamping: max(0, now.timeIntervalSince(note.ended)) / 86_400)
        let age = days == 0 ? "less than a day old" : days == 1 ? "1 day old" : "\(days) days old"
        guard days >= Self.mostDays else { return .ok("backup", "\(age), in \(note.folder)") }
        return .warning(
            "backup", "the latest is \(age), in \(note.folder)",
            remedy: "Run 'headshot backup \(note.folder)', or see why your timer does not.")
    }

    /// Who backs up at all does so at least once a week.
    private static let mostDays = 7

    /// The home, or its nearest existing parent.
    private var existingFolder: String {
        var folder = URL(filePath: home.root)
        while !FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)),
            folder.pathComponents.count > 1
        {
            folder.deleteLastPathComponent()
        }
        return folder.path(percentEncoded: false)
    }

    private func rights(of folder: String) -> Check {
        guard let status = FileStatus(folder), unsafe access(folder, W_OK | X_OK) == 0 else {
            return .problem(
                "home", "\(folder) cannot be written: \(SystemError.latest)",
                remedy: "Change its rights, or set HEADSHOT_HOME to another folder.")
        }
        guard folder == home.root else {
            return .ok("home", "\(home.root) is not there yet; the first command makes it")
        }
        return .attempt("home") {
            try SQLiteEngine.checkOwner(of: home.root)
            // The lower six bits are the permissions of the group and of all others.
            guard status.permissions & 0o077 != 0 else { return .ok("home", folder) }
            return .warning(
                "home", "\(folder) is open to other users", remedy: "chmod 700 \(folder)")
        }
    }

    private func fileSystem(of folder: String) -> Check {
        if let kind = FileSystemKind.network(at: folder) {
            return .problem(
                "file system",
                "\(folder) is on a network file system (\(kind)), whose locks cannot be trusted",
                remedy: "Set HEADSHOT_HOME to a folder on a local disk.")
        }
        return .attempt("file system") {
            try FilePresence.proveLocks(in: folder)
            return .ok("file system", "local, and its locks hold")
        }
    }

    /// Warns of a folder that other programs clean.
    private func lasts(_ folder: String) -> Check? {
        let path = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
        let cleaned = ["/tmp", "/var/tmp"].first { path == $0 || path.hasPrefix("\($0)/") }
        guard let cleaned else { return nil }
        return .warning(
            "home",
            "\(home.root) is below \(cleaned), where the system removes files that are not used",
            remedy: "Set HEADSHOT_HOME to a folder that lasts.")
    }

    private func space(at folder: String) -> Check {
        guard let free = FreeSpace.bytes(at: folder) else {
            return .warning("disk space", "unknown", remedy: nil)
        }
        let finding = "\(free / 1_000_000) MB free"
        let remedy = "Make room, or run 'headshot prune'."
        if free < Self.tooLittle { return .problem("disk space", finding, remedy: remedy) }
        if free < Self.little { return .warning("disk space", finding, remedy: remedy) }
        return .ok("disk space", finding)
    }

    /// In bytes: a handful of jobs with the largest photos and their headshots.
    private static let tooLittle = 100_000_000
    /// In bytes: about a hundred such jobs.
    private static let little = 1_000_000_000
}

/// Checks whether the store of the files answers, keeps its promises, and keeps what it is given.
struct StoreChecks {
    let store: S3Store
    let home: HeadshotHome

    func run(_ environment: Environment) async -> [Check] {
        do {
            try await home.proveStore(environment)
        } catch {
            return [.problem("store", error)]
        }
        let promise = "\(store.place.name); of many that create one object, one wins"
        return [.ok("store", promise), await expiry, await versions]
    }

    private var expiry: Check {
        get async {
            do {
                return Self.judge(try await store.rules(), beneath: store.place.prefix)
            } catch {
                return .warning(
                    "store's rules", UserMessage(error).sentence,
                    remedy:
                        "See by yourself that no rule of the bucket expires or archives objects.")
            }
        }
    }

    /// Judges a bucket's rules; `nil` if they may not be read.
    static func judge(_ rules: BucketRules?, beneath place: String) -> Check {
        guard let rules else {
            return .warning(
                "store's rules", "the keys may not read the bucket's lifecycle",
                remedy: """
                    Allow them s3:GetLifecycleConfiguration, or see by yourself that no rule expires or \
                    archives \(kept.joined(separator: ", ")).
                    """)
        }
        func hit(by beginnings: [String]) -> String {
            kept.filter { name in
                beginnings.contains {
                    "\(place)\(name)".hasPrefix($0) || $0.hasPrefix("\(place)\(name)")
                }
            }.joined(separator: ", ")
        }
        let expired = hit(by: rules.expiring)
        guard expired.isEmpty else {
            return .warning(
                "store's rules", "a rule of the bucket removes objects by their age: \(expired)",
                remedy:
                    "End that rule: jobs would lose their photos, and paid answers would be lost.")
        }
        let archived = hit(by: rules.archiving)
        guard archived.isEmpty else {
            return .warning(
                "store's rules", "a rule of the bucket archives objects by their age: \(archived)",
                remedy: "End that rule: what is archived cannot be read when a job needs it.")
        }
        return .ok("store's rules", "none expires or archives photos, answers or payments")
    }

    /// What must stay until headshot removes it.
    private static let kept = ["photos/", "spool/", "payments/"]

    private var versions: Check {
        get async {
            guard (try? await store.keepsVersions()) == true else {
                return .ok("store's versions", "none are known to be kept")
            }
            return .warning(
                "store's versions",
                "the bucket keeps what is removed, so 'forget' and 'prune' do not end it",
                remedy: "Have a rule of the bucket remove versions that are not current.")
        }
    }
}
