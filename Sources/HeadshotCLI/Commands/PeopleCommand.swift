import Answers
import ArgumentParser
import Companion
import Foundation
import HeadshotWorker
import JobQueue
import ObjectStore
import Setup

/// `headshot people`: what is kept of the persons.
struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "people", "Export a person's data.",
        examples: ["headshot people export 81f3 81f3/ --space shop"],
        exits: [.badEnds(PeopleExportCommand.incomplete), .disk, .away, .configuration],
        subcommands: [PeopleExportCommand.self])
}

/// `headshot people export`: writes all that is kept of a person into a folder.
struct PeopleExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "export",
        "Write all that is kept of a person into a new folder: one JSON file and the pictures.",
        """
        'person.json' has what GET /v1/me/export answers. Only you may read the files. A picture that is not what \
        was put there is named and left out, and the command ends with 1. 'headshot forget' removes what is kept.
        """,
        examples: [
            "headshot people export anna anna/", "headshot people export 81f3 81f3/ --space shop",
        ], exits: [.badEnds(incomplete), .disk, .away, .configuration])

    fileprivate static let incomplete = "a picture is not what was put there, and was left out"

    @Argument(help: ArgumentHelp("The person.", "id"), completion: .people)
    var typedPerson: String

    @Argument(
        help: ArgumentHelp("A folder that is not there yet, or is empty.", "folder"),
        completion: .directory)
    var folder: String

    @OptionGroup var space: SpaceOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws { _ = try person }

    private var person: Person {
        get throws { try Person(typed: typedPerson, in: space.space ?? .commandLine) }
    }

    func run(in session: Session) async throws {
        let person = try person
        let record: SpaceRecord
        if let space = space.space {
            record = try await session.record(of: space)
        } else {
            record = .commandLine
        }
        var export = try await PersonExport(
            of: person, in: record, PersonReader(session.people), isPretty: true)
        guard try await session.store.keepsAnything(of: person) else {
            throw UserMessage(
                .usage, "no_such_person", "Nothing is kept of \(person.rawValue.printable).",
                "A person belongs to a space: give --space, as 'headshot space' lists them.")
        }
        if try !Self.isFree(folder) { throw UserMessage.fileExists(path: folder) }
        try Self.makeFolder(folder)
        let file = "\(folder)/person.json"
        let isNew = try await PrivateFile.create(file) { write in
            while let part = try await export.next() { try await write(part) }
        }
        guard isNew else { throw UserMessage.fileExists(path: file) }
        let pictures = try await session.pictures(of: person)
        var copied = 0
        var failed: [String] = []
        for picture in pictures {
            let bytes: Data?
            do throws(StorageError) {
                bytes = try await picture.file.read()
                // A photo goes when its space keeps none, and its job still names it.
                if bytes == nil, !picture.isHeadshot { continue }
            } catch .unusable {
                bytes = nil
            } catch {
                throw error
            }
            guard let bytes else {
                failed.append(picture.file.locator)
                continue
            }
            try Self.makeFolder("\(folder)/\(picture.folder)")
            try await PrivateFile.write(bytes, as: "\(folder)/\(picture.folder)/\(picture.name)")
            copied += 1
        }
        for place in failed where !output.json {
            note("The picture is gone, or is not what was put there: \(place.printable)")
        }
        try Output.print(
            PersonExportAnswer(
                folder: folder, pictures: copied, failed: failed.isEmpty ? nil : failed),
            asJSON: output.json)
        if !failed.isEmpty { try ExitStatus.badEnds.end() }
    }

    /// Whether nothing is at the path, or an empty folder.
    private static func isFree(_ path: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return true }
        return (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false
    }

    private static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}

/// What was written.
private struct PersonExportAnswer: CommandAnswer {
    let folder: String
    let pictures: Int
    /// Where pictures are that were left out; absent if there are none.
    let failed: [String]?

    var text: String {
        "\(folder.printable): \(CountWords.list([(1, "person.json", ""), (pictures, "picture", "pictures")]) ?? "")."
    }
}

/// A picture of a person, and where its copy goes.
private struct PersonsPicture {
    let file: KeptFile
    let folder: String
    let name: String

    static let headshots = "headshots"

    var isHeadshot: Bool { folder == Self.headshots }
}

extension JobStore {
    /// Whether a person is known, or has anything that a picture may belong to.
    fileprivate nonisolated func keepsAnything(of person: Person) async throws -> Bool {
        if try await standing(of: person) != nil { return true }
        if try await !jobs(JobFilter(person: person), limit: 1).isEmpty { return true }
        if try await !scans(of: person, limit: 1).isEmpty { return true }
        return try await !uploads(of: person, limit: 1).isEmpty
    }
}

extension Session {
    /// How many rows are read at once: they are long, and only the names of their pictures are kept.
    private static let page = 200

    /// The pictures that are kept of a person, each once.
    fileprivate func pictures(of person: Person) async throws -> [PersonsPicture] {
        var names: [String: String] = [:]
        var scan: Scan?
        repeat {
            let scans = try await store.scans(of: person, before: scan?.place.seq, limit: Self.page)
            for photo in scans.flatMap({ [$0.photo, $0.sidePhoto] }) {
                if let photo { names[photo] = photo }
            }
            scan = scans.last
        } while scan != nil
        func add(_ photo: String?, _ name: String?) {
            guard let photo else { return }
            let suffix = name.map { URL(filePath: $0).pathExtension.lowercased() } ?? ""
            let isUsual = ["jpg", "jpeg", "png", "webp", "heic", "heif"].contains(suffix)
            names[photo] = isUsual ? "\(photo).\(suffix)" : photo
        }
        var headshots: [PersonsPicture] = []
        var last: JobID?
        while true {
            let jobs = try await store.jobs(
                JobFilter(person: person), olderThan: last, limit: Self.page)
            guard let oldest = jobs.last else { break }
            last = oldest.id
            for job in jobs {
                add(job.input, job.inputName)
                add(job.secondInput, nil)
                guard let file = try await result(of: job) else { continue }
                headshots.append(
                    PersonsPicture(
                        file: file, folder: PersonsPicture.headshots,
                        name: "\(job.id).\((file.locator as NSString).pathExtension)"))
            }
        }
        var upload: Upload?
        repeat {
            let uploads = try await store.uploads(of: person, after: upload, limit: Self.page)
            for upload in uploads { add(upload.photo, upload.name) }
            upload = uploads.last
        } while upload != nil
        return headshots
            + names.sorted { $0.key < $1.key }.map { photo, name in
                PersonsPicture(file: home.photo(named: photo), folder: "photos", name: name)
            }
    }
}
