/// The background behind a person.
public struct Background: Codable, Sendable, Equatable {
    /// The share of the background that is edges, relative to the brightness of the face; busy above 0.32.
    ///
    /// Its confidence falls with the size of the background in view.
    public let clutter: Measure

    package init(clutter: Measure) {
        self.clutter = clutter
    }
}
