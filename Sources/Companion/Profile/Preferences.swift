package import Foundation
package import JobQueue

/// What a person said to an app: wishes, and the answers of its quiz.
package struct Preferences: Sendable, Equatable {
    /// Where the person is, as a name of the IANA's list; `nil` is where the server is.
    package var timeZone: String?
    /// Where the person was last, by a header or a moment; `nil` is unknown.
    package var seenZone: String?
    /// Whether the person wants to be reminded.
    package var wantsReminders = false
    /// When, in minutes since midnight as clocks show it.
    package var reminderMinutes = usualReminder
    /// When the person last changed whether, or when, to be reminded: only later times count; `nil` is long ago.
    package var remindersSet: Date?
    /// What else was said.
    package var said = Said()
    /// The answers of the quiz by question, as JSON; `nil` before there are any.
    package var quiz: String?
    /// The match that was made last, as JSON; `nil` before there is one.
    package var celebrity: String?

    /// What is kept as it was said.
    package struct Said: Sendable, Equatable, Codable {
        /// Who speaks to the person.
        package var persona: String?
        /// The style that the person likes.
        package var theme: String?
        /// The shape of face that the person named.
        package var faceShape: String?
        /// Whether the app's first screens are done.
        package var isOnboarded = false
        /// Whether a model may be asked with the person's words and photos.
        package var allowsModels = true
        /// When the person said so; `nil` if the person was never asked.
        package var answeredModels: Date?
        /// Where the person looks for help, as a code of ISO 3166 such as `DE`.
        package var country: String?
        /// The language of what the person wrote last, as a code of ISO 639.
        package var language: String?
        /// Whether freezes are used as soon as a day is missed; `nil` is no.
        package var equipsFreezes: Bool?
        /// Whether the person has ever written a moment down, even if it was removed since.
        package var hasWritten = false
        /// What the person decided on the site's pages; `nil` before the first decision.
        package var site: SiteDraft?

        /// Used in place of damaged wishes: the usual values, but without models, which the person may have forbidden.
        static let damaged: Self = {
            var said = Self()
            said.allowsModels = false
            return said
        }()
    }

    /// How far a person is on the site's pages, as far as uploads and jobs do not show it.
    package struct SiteDraft: Sendable, Equatable, Codable {
        /// The upload that the person wants to use.
        package var photo: String?
        /// Whether headshots look like the person, by their jobs.
        package var likeness: [String: Bool] = [:]

        package init() {}
    }

    /// Notes a change of whether, or when, the person wants to be reminded: it counts from now on.
    package mutating func noteReminders(since before: Preferences, now: Date) {
        guard
            (wantsReminders, reminderMinutes) != (before.wantsReminders, before.reminderMinutes)
        else { return }
        remindersSet = now
    }

    /// 8 in the morning.
    package static let usualReminder = 8 * 60
    /// The minutes of a day, from midnight on.
    static let minutesOfDay = 0...24 * 60 - 1

    /// Says nothing.
    package init() {}

    /// Whether a model may be asked with the person's words and photos; `nil` until the person is asked, in a space that waits
    /// for the answer.
    package func allowsModels(in settings: SpaceSettings) -> Bool? {
        let isUnanswered = settings.asksBeforeModels && said.answeredModels == nil
        return said.allowsModels && isUnanswered ? nil : said.allowsModels
    }
}
