/// The sharpness of a face, at the same size for all photos: 64 pixels between the eyes.
public struct Sharpness: Codable, Sendable, Equatable {
    /// The variance of the finest detail minus that of noise, in percent of the face's own; sharp above 8.
    ///
    /// Its confidence falls with noise, which is fine detail too.
    public let detail: Measure
    /// The steepness of the strongest edges relative to the face's own contrast; sharp above 0.4.
    public let edges: Measure
    /// The median of the finest detail on the skin, in grey levels; it includes pores, and is noise above 18.
    public let noise: Measure

    package init(detail: Measure, edges: Measure, noise: Measure) {
        self.detail = detail
        self.edges = edges
        self.noise = noise
    }
}
