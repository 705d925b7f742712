/// Where a person in danger finds help.
public struct Help: Sendable, Equatable, Codable {
    /// A sentence or two, with the emergency number.
    public let text: String
    /// Whom one can reach, the emergency number last.
    public let numbers: [Number]

    /// A service that one can reach.
    public struct Number: Sendable, Equatable, Codable {
        /// What it is called.
        public let name: String
        /// The number to call.
        public let call: String?
        /// The number or the address to write to.
        public let write: String?
        /// When somebody answers, such as `24/7`.
        public let hours: String?
    }
}
