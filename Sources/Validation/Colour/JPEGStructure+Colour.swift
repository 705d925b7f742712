extension JPEGStructure {
    /// The profile, unless it is one of another kind of picture, which no program could use.
    private var usableProfile: ICCProfile? {
        guard let profile, !isForeign(profile) else { return nil }
        return profile
    }

    private func isForeign(_ profile: ICCProfile) -> Bool {
        guard let frame else { return false }
        let colours: PhotoFacts.ColourSpace =
            frame.channels == 1 ? .grey : frame.channels == 3 ? .rgb : .cmyk
        return !profile.mayDescribe(colours)
    }

    /// Whether the values are those of sRGB, or are grey, so that no program needs to convert them.
    package var isStandardRGB: Bool {
        usableProfile.map(\.isStandardRGB) ?? (coding?.isStandard ?? true)
    }

    /// The chunks of a profile of another kind of picture, which harm readers that do not compare it with the picture.
    var foreignProfile: [Range<Int>] {
        profile.map(isForeign) == true ? profileChunks : []
    }
}
