import ArgumentParser
import Foundation
import JobQueue

/// Whom a photo belongs to.
struct PersonOptions: ParsableArguments {
    /// The person of all photos.
    @Option(
        help: ArgumentHelp(
            "Whom the photos belong to: an id, never a name. Default: the login name.",
            valueName: "id"))
    var person: Person?

    /// A person for each photo.
    @Flag(help: "Take each photo's file name, without its extension, as the person's id.")
    var personFromFileName = false

    func validate() throws {
        if person != nil, personFromFileName {
            throw ValidationError("Give --person or --person-from-file-name, not both.")
        }
    }

    /// The person of a photo; `nil` if the name that it follows from is no id.
    func person(ofPhoto path: String, loginName: String) -> Person? {
        if let person { return person }
        guard personFromFileName else { return Person(loginName) }
        return Person(URL(filePath: path).deletingPathExtension().lastPathComponent)
    }
}
