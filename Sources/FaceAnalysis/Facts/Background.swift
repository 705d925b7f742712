/// What is behind a person.
public struct Background: Codable, Sendable, Equatable {
    /// The share of the background that is edges, judged against the brightness of the face; busy
    /// above 0.25.
    ///
    /// Its confidence falls with the size of the background that is left to see.
    public let clutter: Measure
}
