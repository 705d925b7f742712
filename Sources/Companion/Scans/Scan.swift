package import Foundation
package import JobQueue

/// A photo of a person that was rated at once.
package struct Scan: Sendable, Equatable {
    /// Its name for the person.
    package let id: String
    /// Whose it is.
    package let person: Person
    /// The client's own name for it.
    package let key: String?
    /// The SHA-256 of the bytes that the client sent.
    package let digest: String
    /// What was said, as JSON.
    package let answer: String
    /// The photo's name in the store; `nil` where the space keeps none.
    package let photo: String?
    /// That of the photo from the side.
    package let sidePhoto: String?
    /// When it was handed in.
    package let created: Date
    /// Whether a plan has shown all of it, when it was made or later: then it stays shown.
    package var isWhole = false
    package internal(set) var place = RowPlace()
    var read = Read()

    /// The answer of a scan that was read from its row, where it is decoded once.
    ///
    /// Two are always equal: the answers themselves are compared.
    struct Read: Sendable, Equatable {
        var answer: ScanAnswer?

        static func == (left: Read, right: Read) -> Bool { true }
    }

    package init(
        id: String, person: Person, key: String?, digest: String, answer: String,
        photo: String? = nil, sidePhoto: String? = nil, created: Date
    ) {
        self.id = id
        self.person = person
        self.key = key
        self.digest = digest
        self.answer = answer
        self.photo = photo
        self.sidePhoto = sidePhoto
        self.created = created
    }
}

/// Whether a person may have a photo scanned.
package enum ScanAllowance: Sendable, Equatable {
    /// At once.
    case free
    /// From this time on.
    case later(Date)
    /// Not with this plan.
    case notInPlan
}

/// What became of a scan that was handed in.
package enum ScanAdmission: Sendable, Equatable {
    /// It is kept.
    case kept
    /// A scan of the same key is there, of the same photos.
    case existing(Scan)
    /// A scan of the same key is there, of other photos.
    case keyTaken(by: Scan)
    /// A scan of the same key was removed, or is damaged.
    case removed
    /// The plan does not allow it now.
    case refused(ScanAllowance)
    /// The person is unknown, or leaves.
    case gone
}
