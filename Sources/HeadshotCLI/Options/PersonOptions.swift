import ArgumentParser
import Foundation
import JobQueue

/// A space that a command is about.
struct SpaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The space of the persons, as 'headshot space list' names it. Default: the command line's own.",
            "name"))
    var space: Space?

    static let nameHelp = ArgumentHelp(
        "1 to 32 lower-case letters, digits and hyphens, a letter first.", "name")
}

/// The person of the photos.
struct PersonOptions: ParsableArguments {
    @OptionGroup var space: SpaceOptions

    @Option(
        name: .customLong("person"),
        help: ArgumentHelp(
            "Whom the photos belong to: an id, never a name. Default: the login name.", "id"),
        completion: .people)
    var typedPerson: String?

    @Flag(help: "Take each photo's file name, without its extension, as the person's id.")
    var personFromFileName = false

    func validate() throws {
        if typedPerson != nil, personFromFileName {
            throw UsageError("Give --person or --person-from-file-name, not both.")
        }
        if let typedPerson { _ = try Person(typed: typedPerson) }
    }

    /// The person of a photo; `nil` if the file name is not a valid id.
    ///
    /// - Throws: ``UserMessage/userWithoutName`` if it is the user of this process, and the machine knows no name of
    ///   that user.
    func person(ofPhoto path: String, loginName: String) throws(UserMessage) -> Person? {
        let space = space.space ?? .commandLine
        if personFromFileName {
            return Person(URL(filePath: path).deletingPathExtension().lastPathComponent, in: space)
        }
        guard let person = Person(typedPerson ?? loginName, in: space) else {
            throw .userWithoutName
        }
        return person
    }
}

/// Limits an answer to one space, or to one person.
struct PersonFilter: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only this space; with --person, the person's space. Default: all; with --person, the command line's own.",
            "name"))
    var space: Space?

    @Option(
        name: .customLong("person"), help: ArgumentHelp("Only this person.", "id"),
        completion: .people)
    var typed: String?

    var person: Person? { typed.flatMap { Person($0, in: space ?? .commandLine) } }

    func validate() throws {
        if let typed { _ = try Person(typed: typed) }
    }
}
