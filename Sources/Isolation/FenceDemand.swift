/// How many fences a process needs before it gets a stranger's bytes.
public enum FenceDemand: String, Sendable, CaseIterable {
    /// All of them.
    case required
    /// As many as the kernel supports.
    case best

    /// The required fences that are not up.
    public func missing(from fences: Fences) -> Fences {
        switch self {
        case .required: .all.subtracting(fences)
        case .best: []
        }
    }
}
