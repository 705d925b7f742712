public import FoundationEssentials
public import Ground
public import Validation

extension HeadshotCrop {
    /// At this quality the losses are invisible.
    private static let quality = 92

    /// The headshot with a softened background, as a JPEG without metadata.
    ///
    /// Nothing is cut out or inserted: the person's outline is known only roughly, and a wrong edge is worse
    /// than none.
    public func softenedJPEG() async throws(ValidationError) -> Data {
        try await ImageLane.runPictureWork { _ throws(ValidationError) in
            let picture = try VipsImage(rgb: rgb, width: width, height: height)
            return try softened(picture).encodedJPEG(quality: Self.quality)
        }
    }

    /// A picture of the same size, as a JPEG without metadata.
    ///
    /// - Parameter rgb: Its pixels, as ``rgb`` has them.
    public func jpeg(of rgb: Data, quality: Int? = nil) async throws(ValidationError) -> Data {
        try await ImageLane.runPictureWork { _ throws(ValidationError) in
            try VipsImage(rgb: rgb, width: width, height: height)
                .encodedJPEG(quality: quality ?? Self.quality)
        }
    }

    /// Blurs the background, more with the distance from the person.
    private func softened(
        _ picture: borrowing VipsImage
    ) throws(ValidationError) -> VipsImage {
        let person = PersonPrior(
            head: head, eyeDistance: eyeDistance, width: width, height: height)
        let visible = try mask(person.background)
        let near = try picture.blurred(
            by: PersonPrior.nearBlur * person.eyeDistance, where: visible)
        let far = try picture.blurred(by: PersonPrior.farBlur * person.eyeDistance, where: visible)
        return try picture.blended(with: near, where: mask(person.nearBackground))
            .blended(with: far, where: mask(person.farBackground))
    }

    private func mask(_ values: Data) throws(ValidationError) -> VipsImage {
        try VipsImage(
            copying: values, width: PersonPrior.columns, height: PersonPrior.rows, bands: 1
        ).resized(toWidth: width, height: height)
    }
}
