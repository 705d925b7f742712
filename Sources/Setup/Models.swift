package import Nets

/// The models that measure faces and cut people out, and whether they can be used.
package enum Models {
    /// They are in a folder, and are the right ones.
    case ready(NetBytes, folder: String)
    /// They are not wanted.
    case off
    /// They are not installed.
    case absent
    /// They are installed, but cannot be used.
    case damaged(NetsError)

    /// The bytes that decoders get.
    package var bytes: NetBytes? {
        if case .ready(let bytes, _) = self { bytes } else { nil }
    }

    /// The folder name that means no models.
    package static let none = "none"
}
