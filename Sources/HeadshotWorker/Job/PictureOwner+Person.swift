public import JobQueue

extension PictureOwner {
    /// A person of a space.
    public init(_ person: Person) {
        self.init(space: person.space.rawValue, person: person.rawValue)
    }

    /// Somebody of a space.
    public init(_ space: Space) {
        self.init(space: space.rawValue, person: nil)
    }
}
