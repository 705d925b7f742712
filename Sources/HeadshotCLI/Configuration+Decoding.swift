import HeadshotWorker
import Isolation
import Nets

/// Where and with what photos are decoded.
extension Configuration {
    /// The program that decodes photos: this one.
    ///
    /// - Parameter models: What its processes are handed; `nil` where no face is looked at.
    func decoder(
        _ options: IsolationOptions? = nil, _ models: Models? = nil
    ) throws -> DecoderProgram {
        DecoderProgram(
            libraryPath: environment[.libraryPath], isolation: try isolation(options),
            nets: try models?.bytes.map { try SharedBytes($0.joined) })
    }

    /// The models: those of a named folder, which must be right, else those that are found, as far as they are.
    func models(_ options: ModelOptions) throws(NetsError) -> Models {
        if let named = options.models ?? environment[.models] {
            guard named != ModelOptions.none else { return .off }
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
    private func isolation(_ options: IsolationOptions?) throws(CommandError) -> FenceDemand {
        try setting(
            options?.isolation, .isolation, "required or best", FenceDemand.init(rawValue:))
            ?? .best
    }
}
