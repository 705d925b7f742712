public import Ground
public import PromptFactory

extension PromptFactory.Background {
    /// The default backdrop of a headshot with this background that is made here.
    public var backdrop: Backdrop {
        switch self {
        case .professional: .studio
        case .casual: .blur
        }
    }
}
