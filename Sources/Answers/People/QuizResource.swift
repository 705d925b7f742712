package import Companion
package import People

/// A person's answers, and the preview that they lead to.
package struct QuizResource: Encodable {
    let answers: [String: QuizAnswer]
    let preview: QuizPreview

    /// `nil` before there are any answers.
    package init?(_ wishes: Preferences, _ quiz: Quiz, celebrity: String?) {
        guard let answers = wishes.answers,
            let preview = wishes.preview(of: quiz, celebrity: celebrity)
        else { return nil }
        self.answers = answers
        self.preview = preview
    }
}
