/// The whole photo, small: enough for colours and the background.
struct SmallPhoto {
    private static let longSide = 320

    /// Where the small photo's pixels lie in the photo.
    let patch: Patch
    let colours: ColourRaster

    init(of picture: Picture) {
        patch = Patch(over: (picture.width, picture.height), longSide: Self.longSide)
        colours = patch.colours(of: picture)
    }
}
