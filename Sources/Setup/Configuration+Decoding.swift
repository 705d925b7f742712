package import HeadshotWorker
package import Isolation
package import Nets

/// Where and with what photos are decoded.
extension Configuration {
    /// The program that decodes photos: this one.
    ///
    /// - Parameter models: What its processes are handed; `nil` where no face is looked at.
    package func decoder(
        _ isolation: FenceDemand? = nil, _ models: Models? = nil
    ) throws -> DecoderProgram {
        DecoderProgram(
            libraryPath: environment[.libraryPath], isolation: try demand(isolation),
            nets: try models?.bytes.map { try SharedBytes($0.joined) })
    }

    /// The models: those of a named folder, which must be right, else those that are found, as far as they are.
    package func models(_ typed: String? = nil) throws(NetsError) -> Models {
        if let named = typed ?? environment[.models] {
            guard named != Models.none else { return .off }
            let folder = absolute(named)
            return .ready(try NetBytes(folder: folder), folder: folder)
        }
        let (found, expected) = installed("models", with: NetFile.allCases.map(\.name))
        let folder = found ?? expected
        do {
            return .ready(try NetBytes(folder: folder), folder: folder)
        } catch {
            return found == nil ? .absent : .damaged(error)
        }
    }

    /// What photos may be decoded behind.
    private func demand(_ typed: FenceDemand?) throws(SetupError) -> FenceDemand {
        try setting(
            typed, .isolation, "required or best", FenceDemand.init(rawValue:))
            ?? .best
    }
}
