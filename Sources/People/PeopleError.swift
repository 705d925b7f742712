/// Why words cannot be used.
public enum PeopleError: Error, Equatable {
    /// They are not texts in JSON; the place where they are wrong, empty for the whole.
    case unreadableWords(String)
}
