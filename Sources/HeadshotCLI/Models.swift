import Answers
import Nets

/// The models by which faces are measured and people cut out, as far as they are there.
enum Models {
    /// They lie in a folder, and are the right ones.
    case ready(NetBytes, folder: String)
    /// They are not wanted.
    case off
    /// They are not installed.
    case absent
    /// They are installed, and cannot be used.
    case damaged(NetsError)

    /// What decoders are handed.
    var bytes: NetBytes? {
        if case .ready(let bytes, _) = self { bytes } else { nil }
    }

    /// Warns of what is installed and cannot be used; without it, everything works as if it were not installed.
    func warned() -> Models {
        guard case .damaged(let error) = self else { return self }
        let message = UserMessage(error)
        note("\(message.sentence) \(ModelWords.consequence)")
        if let hint = message.hint { note("  \(hint)") }
        return self
    }

    /// How to get them.
    static let remedy = """
        In the source folder of headshot, 'make setup-models' fetches them, and 'make install' installs them; \
        --models names another folder.
        """
}
