import Answers
import Foundation
import Invites
import JobQueue

/// New links, with their secrets: the only answer that has them.
struct LinksAnswer: CommandAnswer {
    /// A link, and whose it is.
    struct Entry: Encodable {
        let id: String
        let name: String
        let department: String
        let email: String
        let link: String

        init(_ person: NewInvitee, _ secret: LinkSecret, at site: String) {
            id = person.person.rawValue
            (name, department, email) = (person.name, person.department, person.email)
            link = secret.link(at: site)
        }

        init(_ invitee: Invitee, _ secret: LinkSecret, at site: String) {
            id = invitee.person.rawValue
            (name, department, email) = (invitee.name, invitee.department, invitee.email)
            link = secret.link(at: site)
        }
    }

    let ends: Date
    let links: [Entry]
    /// Who has a link already.
    var known: [String] = []
    /// Who is being removed.
    var leaving: [String] = []

    var text: String {
        var table = TextTable("PERSON", "NAME", "LINK")
        for entry in links { table.add(entry.id.printable, entry.name.printable, entry.link) }
        return table.text
    }

    private var csv: String {
        let end = ends.ISO8601Format()
        let rows = links.map { entry in
            CSV.row([entry.id, entry.name, entry.department, entry.email, entry.link, end])
        }
        let header = CSV.row(["id", "name", "department", "email", "link", "ends"])
        return ([header] + rows).map { $0 + CSV.lineEnd }.joined(separator: "\n")
    }

    /// Prints the links, and beside them that this happens once.
    func write(_ options: LinkOutputOptions, site: String?) throws {
        if !known.isEmpty {
            note(
                known.count == 1
                    ? "1 person has a link already, and keeps it."
                    : "\(known.count) persons have links already, and keep them.")
        }
        if !leaving.isEmpty {
            note("Not invited, since all that is theirs is being removed: \(leaving.count).")
        }
        if !links.isEmpty {
            note(LinkWords.once)
            if site == nil { note(LinkWords.paths) }
        }
        if options.output.json {
            try Output.print(self, asJSON: true)
        } else if options.csv {
            try Output.write(line: csv)
        } else if links.isEmpty {
            note("No link was made.")
        } else {
            try Output.print(self, asJSON: false)
        }
    }
}

/// The public link of a space, with its secret.
struct PublicLinkAnswer: CommandAnswer {
    let ends: Date
    let link: String

    var text: String { link }
}

enum LinkWords {
    static let once = """
        Shown only now: the queue keeps no link, only its hash. 'headshot invite links' makes new ones, and revokes these.
        """

    static let oncePublic = """
        Shown only now: the queue keeps no link, only its hash. 'headshot invite add --public' makes another, and revokes this one.
        """

    static let paths = "Put the address of your site in front of each link, or give it as --url."

    /// Whether a link leads somewhere.
    static func state(_ link: LinkRecord?, now: Date) -> String {
        guard let link else { return "none" }
        if link.revoked != nil { return "revoked" }
        return link.isOpen(at: now) ? "until \(TimeWords.minute(link.ends))" : "ended"
    }
}
