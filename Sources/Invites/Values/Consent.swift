package import Foundation

/// That a person agreed to a text; once the person has left, it stays without an id.
package struct Consent: Sendable, Equatable {
    /// The version of the text.
    package let version: String
    package let given: Date
    /// When the person withdrew it, or left; `nil` as long as it holds.
    package let withdrawn: Date?
}
