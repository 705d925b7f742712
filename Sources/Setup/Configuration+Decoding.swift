package import HeadshotWorker
package import Isolation
package import Nets

/// Settings of decoding.
extension Configuration {
    /// The program that decodes photos, `headshot-decoder`: a named one, or that of this installation.
    ///
    /// - Parameters:
    ///   - models: The models that its processes get; `nil` if no face is analyzed.
    ///   - usual: The demand where no setting names one.
    package func decoder(
        _ isolation: FenceDemand? = nil, _ models: Models? = nil, orElse usual: FenceDemand = .best
    ) throws -> DecoderProgram {
        DecoderProgram(
            path: environment[.decoder] ?? DecoderProgram.installedPath,
            libraryPath: environment[.libraryPath], isolation: try demand(isolation) ?? usual,
            nets: try models?.bytes.map { try SharedBytes($0.joined) })
    }

    /// The models: those of a named folder, which must be correct, else those that are installed, if any.
    package func models(_ typed: String? = nil) throws(NetsError) -> Models {
        if let named = typed ?? environment[.models] {
            guard named != Models.none else { return .off }
            let folder = absolute(named)
            do {
                return .ready(try NetBytes(folder: folder), folder: folder)
            } catch .missing(_, let names) {
                throw .missing(folder: Self.shown(folder), names: names)
            }
        }
        let (found, expected) = installed("models", with: NetFile.allCases.map(\.name))
        let folder = found ?? expected
        do {
            return .ready(try NetBytes(folder: folder), folder: folder)
        } catch {
            return found == nil ? .absent : .damaged(error)
        }
    }

    /// Whether photos that are too large are made smaller.
    package func shrinksPhotos(_ option: Bool = false) throws(SetupError) -> Bool {
        try flag(option, .shrink)
    }

    /// The fences behind which photos may be decoded.
    package func demand(_ typed: FenceDemand? = nil) throws(SetupError) -> FenceDemand? {
        try setting(typed, .isolation, "required or best", FenceDemand.init(rawValue:))
    }
}

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
