/// A small copy of the whole photo: enough for colours and the background.
struct SmallPhoto {
    private static let longSide = 320

    /// The map from the small copy's pixels to the photo's.
    let patch: Patch
    let colours: ColourRaster

    init(of picture: Picture) {
        patch = Patch(over: (picture.width, picture.height), longSide: Self.longSide)
        colours = patch.colours(of: picture)
    }
}
