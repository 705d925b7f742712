import ArgumentParser
import Foundation
import JobQueue

/// The person of the photos.
struct PersonOptions: ParsableArguments {
    /// The person of all photos.
    @Option(
        name: .customLong("person"),
        help: ArgumentHelp(
            "Whom the photos belong to: an id, never a name. Default: the login name.",
            valueName: "id"), completion: .people)
    var typedPerson: String?

    /// A person for each photo.
    @Flag(help: "Take each photo's file name, without its extension, as the person's id.")
    var personFromFileName = false

    func validate() throws {
        if typedPerson != nil, personFromFileName {
            throw ValidationError("Give --person or --person-from-file-name, not both.")
        }
        if let typedPerson { _ = try Person(typed: typedPerson) }
    }

    /// The person of a photo; `nil` if the file name is not a valid id.
    func person(ofPhoto path: String, loginName: String) -> Person? {
        if let typedPerson { return Person(typedPerson) }
        guard personFromFileName else { return Person(loginName) }
        return Person(URL(filePath: path).deletingPathExtension().lastPathComponent)
    }
}

/// Limits an answer to one person.
struct PersonFilter: ParsableArguments {
    @Option(
        name: .customLong("person"), help: ArgumentHelp("Only this person.", valueName: "id"),
        completion: .people)
    var typed: String?

    var person: Person? { typed.flatMap { Person($0) } }

    func validate() throws {
        if let typed { _ = try Person(typed: typed) }
    }
}
