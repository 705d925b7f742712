package import Foundation
package import JobQueue

/// What a link offers.
package struct InviteTerms: Sendable, Equatable {
    /// The styles that may be ordered, by name; empty for all that the space offers.
    package var styles: [String]
    /// When the link ends.
    package var ends: Date
    /// The most that all headshots of one person may cost, in millionths of a US dollar; `nil` for no limit but those of the
    /// space.
    package var payUpTo: Int?

    package init(styles: [String] = [], ends: Date, payUpTo: Int? = nil) {
        self.styles = styles
        self.ends = ends
        self.payUpTo = payUpTo
    }
}

/// A person to invite, as a list names them.
package struct NewInvitee: Sendable, Equatable {
    /// The person; the id is that of the list.
    package let person: Person
    package let name: String
    package let department: String
    package let email: String

    package init(person: Person, name: String, department: String = "", email: String = "") {
        self.person = person
        self.name = name
        self.department = department
        self.email = email
    }
}

/// What is stored of a link: everything but its secret.
package struct LinkRecord: Sendable, Equatable {
    /// The SHA-256 of the secret.
    package let hash: String
    package let created: Date
    package let ends: Date
    package let revoked: Date?

    /// Whether the link leads somewhere.
    package func isOpen(at now: Date) -> Bool { revoked == nil && now < ends }
}

/// A person who was invited.
package struct Invitee: Sendable, Equatable {
    package let person: Person
    /// For people; empty for a person who came by the public link.
    package let name: String
    package let department: String
    package let email: String
    /// What the person's latest link offers.
    package let terms: InviteTerms
    package let state: InviteState
    /// Why a new photo is asked for; `nil` for words alone.
    package let retakeReason: RetakeReason?
    /// The operator's words about it; empty without any.
    package let retakeWords: String
    /// The job of the chosen headshot.
    package let chosen: JobID?
    /// Whether the person came by the public link, and has no other.
    package let isByPublicLink: Bool
    package let created: Date
    /// When the stored state changed last.
    package let changed: Date
    /// When the person was reminded last.
    package let reminded: Date?
    /// The person's latest link; of a person who came by it, the public link.
    package let link: LinkRecord?
}

/// The public link of a space.
package struct PublicLink: Sendable, Equatable {
    package let link: LinkRecord
    /// What it offers to persons who come by it.
    package let terms: InviteTerms
}

/// What became of a person of a list.
package enum Invited: Sendable, Equatable {
    /// The person is new, or had no link that leads somewhere: this is the new one.
    case link(LinkSecret)
    /// The person has a link, which stays with what it offers.
    case known
    /// All that is the person's is being removed.
    case leaving
}

/// A step of an invited person.
package enum InviteStep: Sendable, Equatable {
    /// The link was opened.
    case open
    /// A photo was handed in.
    case handIn
    /// A new photo is asked for.
    case retake(RetakeReason?, words: String)
    /// Headshots are ordered.
    case order
    /// A headshot was chosen.
    case choose(JobID)
    /// The operator approves the chosen headshot, or this one.
    case approve(JobID?)
}

/// What became of the wish to enter by a link.
package enum Entry: Sendable, Equatable {
    /// The person, and the name of the link by which the person is in; see ``LinkSecret/hash``.
    case entered(Invitee, by: String)
    /// The link is wrong, has ended or was revoked, or its person leaves: all look alike.
    case closed
    /// The link is public, and its space has met as many new persons as it may on one day.
    case tooMany(until: Date)
}
