import Ground
import ArgumentParser
import JobQueue

/// A limit of a space with its value, as `uploads=50`.
struct LimitOption: ExpressibleByArgument {
    let name: SpaceLimits.Name
    let value: Int

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = SpaceLimits.Name(rawValue: String(parts[0])),
            let value = Int(digits: parts[1], in: 0...Self.most)
        else { return nil }
        self.name = name
        self.value = value
    }

    /// Of a value: a terabyte of photos, in megabytes, and more of everything else than a day has.
    private static let most = 1_000_000

    static let names = SpaceLimits.Name.allCases.map { "\($0.rawValue)=\($0.standard)" }
        .joined(separator: ", ")

    static let allValueStrings = SpaceLimits.Name.allCases.map { "\($0.rawValue)=" }
}
