/// What a person said to an app: wishes, and the answers of its quiz.
public struct Wishes: Sendable, Equatable {
    /// Where the person is, as a name of the IANA's list; `nil` is where the server is.
    public var timeZone: String?
    /// Whether the person wants to be reminded.
    public var wantsReminders = false
    /// When, in minutes since midnight as clocks show it.
    public var reminderMinutes = usualReminder
    /// What else was said.
    public var said = Said()
    /// The answers of the quiz by question, as JSON; `nil` before there are any.
    public var quiz: String?
    /// The match that was made last, as JSON; `nil` before there is one.
    public var celebrity: String?

    /// What is kept as it was said.
    public struct Said: Sendable, Equatable, Codable {
        /// Who speaks to the person.
        public var persona: String?
        /// The style that the person likes.
        public var theme: String?
        /// The shape of face that the person named.
        public var faceShape: String?
        /// Whether the app's first screens are done.
        public var isOnboarded = false
        /// Whether a model may be asked with the person's words and photos.
        public var allowsModels = true
        /// Where the person looks for help, as a code of ISO 3166 such as `DE`.
        public var country: String?
        /// The language of what the person wrote last, as a code of ISO 639.
        public var language: String?
        /// Whether the first moment was written down, also if it is gone.
        public var hasWritten = false

        /// Says nothing.
        public init() {}
    }

    /// 8 in the morning.
    public static let usualReminder = 8 * 60

    /// Says nothing.
    public init() {}
}
