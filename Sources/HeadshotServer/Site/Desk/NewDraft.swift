import Foundation
import HeadshotWorker
import JobQueue
import PromptFactory

/// What an operator is about to order: photos that were handed in, and what to make of them.
///
/// The address of the page has all of it, so that it can be loaded again, and nothing has to be stored until the photos are
/// ordered.
struct NewDraft {
    /// A photo that was handed in, by the name of the upload and the person.
    struct Photo: Hashable {
        let upload: String
        let person: String

        init(upload: String, person: String) {
            self.upload = upload
            self.person = person
        }

        /// Reads what an address has.
        init?(_ text: String) {
            let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            self.init(upload: parts[0], person: parts[1])
        }

        var text: String { "\(upload).\(person)" }
    }

    let space: Space
    var photos: [Photo] = []
    var styles: [Style] = []
    var provider: ProviderKind
    /// The uploads of which headshots are made though findings about the face would refuse them.
    var forced: Set<String> = []

    /// - Parameter usual: The provider if the form names none.
    init(_ form: SiteForm, in space: Space, usual: ProviderKind) throws(Refusal) {
        self.space = space
        for text in form.all("photo") {
            guard let photo = Photo(text) else { continue }
            if !photos.contains(photo) { photos.append(photo) }
        }
        guard photos.count <= Self.most else { throw .tooMany(Self.most) }
        for name in form.all("style") {
            let style = try Style(requested: name)
            if !styles.contains(style) { styles.append(style) }
        }
        provider = try form["provider"].map(ProviderKind.init(requested:)) ?? usual
        forced = Set(form.all("force"))
    }

    var fields: [Desk.Field] {
        let ofSpace: [Desk.Field] =
            space == .commandLine ? [] : [(name: "space", value: "\(space)")]
        return ofSpace + photos.map { (name: "photo", value: $0.text) } + choices
    }

    /// What is to be made.
    var choices: [Desk.Field] {
        styles.map { (name: "style", value: $0.name) }
            + [(name: "provider", value: provider.rawValue)]
            + forced.sorted().map { (name: "force", value: $0) }
    }

    var path: String { Desk.path(Desk.Section.new.path, fields) }

    /// The same with a photo in the place of another, or behind all others.
    func with(_ photo: Photo, for other: Photo? = nil) -> NewDraft {
        var draft = self
        if let index = other.flatMap({ draft.photos.firstIndex(of: $0) }) {
            draft.photos[index] = photo
        } else if !draft.photos.contains(photo) {
            draft.photos.append(photo)
        }
        return draft
    }

    func without(_ photo: Photo) -> NewDraft {
        var draft = self
        draft.photos.removeAll { $0 == photo }
        draft.forced.remove(photo.upload)
        return draft
    }

    /// As many as an address has room for, and more than one looks at.
    private static let most = 100

    /// The person whom a photo shows, by the name of its file: as it is, or in a space of apps as the letters and digits that an
    /// id can have.
    static func person(ofFile name: String, in space: Space) -> Person? {
        let stem = (name as NSString).lastPathComponent as NSString
        let text = stem.deletingPathExtension
        guard space != .commandLine else { return Person(named: text, in: space) }
        let plain = text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
            .replacing(/[^A-Za-z0-9_~-]+/, with: "-")
            .trimmingCharacters(in: CharacterSet(charactersIn: "-"))
        return Person(named: String(plain.prefix(64)), in: space)
    }
}
