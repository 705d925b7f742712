package import Foundation
package import Invites
import JobQueue

/// An invited person as programs read it; only for the person and for the operator of the space, since it has names.
package struct InviteeResource: Encodable {
    private let invitee: Invitee
    private let now: Date

    package init(_ invitee: Invitee, now: Date) {
        self.invitee = invitee
        self.now = now
    }

    package func encode(to encoder: any Encoder) throws {
        let hasLeft = invitee.state == .left
        let retake: JSONObject? =
            invitee.state == .retake
            ? ["reason": invitee.retakeReason?.rawValue, "words": invitee.retakeWords.orNil] : nil
        try encoder.encode([
            // Of a person who has left, it is a hash of no use.
            "id": hasLeft ? nil : invitee.person.rawValue,
            "name": invitee.name.orNil, "department": invitee.department.orNil,
            "email": invitee.email.orNil, "state": invitee.state.name,
            "styles": invitee.terms.styles.isEmpty ? nil : invitee.terms.styles,
            "payUpToMicroUSD": invitee.terms.payUpTo, "retake": retake,
            "chosen": invitee.chosen?.description, "isByPublicLink": invitee.isByPublicLink,
            "link": invitee.link.map { LinkResource($0, now: now) }, "created": invitee.created,
            "changed": invitee.changed, "reminded": invitee.reminded,
        ])
    }
}

/// A link without its secret.
package struct LinkResource: Encodable {
    private let link: LinkRecord
    private let now: Date

    package init(_ link: LinkRecord, now: Date) {
        self.link = link
        self.now = now
    }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "isOpen": link.isOpen(at: now), "created": link.created, "ends": link.ends,
            "revoked": link.revoked,
        ])
    }
}

/// That a person agreed to a text.
package struct ConsentResource: Encodable {
    private let consent: Consent

    package init(_ consent: Consent) { self.consent = consent }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "version": consent.version, "given": consent.given, "withdrawn": consent.withdrawn,
        ])
    }
}

extension InviteState {
    /// The state for programs and for an operator.
    package var name: String {
        switch self {
        case .created, .opened, .choose, .chosen, .approved, .left: rawValue
        case .photo: "photo_handed_in"
        case .retake: "new_photo_requested"
        case .making: "in_progress"
        }
    }

    /// The state in words.
    package var words: String { name.replacing("_", with: " ") }
}

extension String {
    /// The text; `nil` if it is empty.
    fileprivate var orNil: String? { isEmpty ? nil : self }
}
