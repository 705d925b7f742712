public import PromptFactory
public import Studio

extension PromptFactory.Background {
    /// What is behind the person in a headshot of this kind that is made here, unless something else is asked for.
    public var backdrop: Backdrop {
        switch self {
        case .professional: .studio
        case .casual: .blur
        }
    }
}
