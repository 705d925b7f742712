/// What people read of the models by which faces are measured and people cut out.
package enum ModelWords {
    /// What a submitter is told where they are not installed.
    package static func absence(_ wording: Wording) -> String {
        ["The models are not installed. \(consequence)", wording(.getModels)]
            .compactMap { $0 }.joined(separator: " ")
    }

    /// What it means that there are none.
    package static let consequence =
        "No person is cut out: the background of a local headshot is only softened."
}
