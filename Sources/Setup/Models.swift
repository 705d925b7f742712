import Answers
package import Nets

/// The models by which faces are measured and people cut out, as far as they are there.
package enum Models {
    /// They lie in a folder, and are the right ones.
    case ready(NetBytes, folder: String)
    /// They are not wanted.
    case off
    /// They are not installed.
    case absent
    /// They are installed, and cannot be used.
    case damaged(NetsError)

    /// What decoders are handed.
    package var bytes: NetBytes? {
        if case .ready(let bytes, _) = self { bytes } else { nil }
    }

    /// The name of a folder by which a person does without models.
    package static let none = "none"
}
