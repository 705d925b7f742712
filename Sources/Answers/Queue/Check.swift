/// The result of one check of the machine.
package struct Check: Encodable, Equatable, Sendable {
    package enum Level: String, Encodable, Sendable {
        case ok
        /// Some things will not work, or not as well.
        case warning
        /// No headshot can be made.
        case problem
    }

    package let name: String
    package let level: Level
    package let finding: String
    package let remedy: String?

    package static func ok(_ name: String, _ finding: String) -> Check {
        Check(name: name, level: .ok, finding: finding, remedy: nil)
    }

    package static func warning(_ name: String, _ finding: String, remedy: String?) -> Check {
        Check(name: name, level: .warning, finding: finding, remedy: remedy)
    }

    package static func problem(_ name: String, _ finding: String, remedy: String?) -> Check {
        Check(name: name, level: .problem, finding: finding, remedy: remedy)
    }
}
