/// How many fences a process has to stand behind before it is handed a stranger's bytes.
public enum FenceDemand: String, Sendable, CaseIterable {
    /// All of them.
    case required
    /// As many as the kernel has.
    case best

    /// The fences that are demanded and do not stand.
    public func missing(from fences: Fences) -> Fences {
        switch self {
        case .required: .all.subtracting(fences)
        case .best: []
        }
    }
}
