/// Words about the models that measure faces and cut people out.
package enum ModelWords {
    /// What a submitter reads if they are not installed.
    package static func absence(_ wording: Wording) -> String {
        ["The models are not installed. \(consequence)", wording(.getModels)]
            .compactMap { $0 }.joined(separator: " ")
    }

    /// The consequence of having none.
    package static let consequence =
        "No person is cut out: the background of a local headshot is only softened."
}
