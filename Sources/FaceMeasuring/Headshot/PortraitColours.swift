import FaceFacts

/// The colours of a face and of what is behind the person, by the places where both usually are.
struct PortraitColours {
    /// The median of each channel over the face, in sRGB; black without a face.
    let skin: SIMD3<UInt8>
    /// Around the head and the shoulders, in sRGB.
    let background: [SIMD3<UInt8>]

    /// Reads a small copy of a photo, each pixel of whose original is `scale` pixels of the facts' photo.
    init(of facts: FaceFacts, in small: SmallPhoto, scale: Double) {
        guard let place = HeadPlace(facts) else {
            (skin, background) = (.zero, [])
            return
        }
        let pixel = scale * small.patch.step
        let outline = PersonOutline(
            eyes: SIMD2(place.middle.x, place.middle.y) / pixel, unit: place.eyeDistance / pixel)
        var (face, behind): ([SIMD3<UInt8>], [SIMD3<UInt8>]) = ([], [])
        for y in 0..<small.colours.height {
            for x in 0..<small.colours.width {
                let (column, row) = (Double(x), Double(y))
                if outline.isFace(x: column, y: row) {
                    face.append(small.colours.colour(x, y))
                } else if outline.isSurrounding(x: column, y: row) {
                    behind.append(small.colours.colour(x, y))
                }
            }
        }
        skin = SIMD3(face.middle(\.x), face.middle(\.y), face.middle(\.z))
        background = behind
    }
}

extension ColourRaster {
    fileprivate func colour(_ x: Int, _ y: Int) -> SIMD3<UInt8> {
        let first = (y * width + x) * 3
        return SIMD3(rgb[first], rgb[first + 1], rgb[first + 2])
    }
}

extension [SIMD3<UInt8>] {
    fileprivate func middle(_ channel: (SIMD3<UInt8>) -> UInt8) -> UInt8 {
        isEmpty ? 0 : map(channel).sorted()[count / 2]
    }
}
