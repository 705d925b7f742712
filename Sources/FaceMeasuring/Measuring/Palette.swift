import FaceFacts

/// The few colours that represent many pixels.
enum Palette {
    private static let colours = 5
    private static let rounds = 12

    /// Five colours by k-means in CIELAB, started at even ranks of lightness, so the same pixels give the same
    /// colours.
    static func swatches(of photo: ColourRaster, labs: [Lab], among pixels: [Int]) -> [Swatch] {
        guard pixels.count >= colours else { return [] }
        let points = pixels.map { SIMD3(labs[$0].lightness, labs[$0].a, labs[$0].b) }
        let ordered = ranks(of: points)
        var centres = (0..<colours).map {
            points[ordered[(2 * $0 + 1) * ordered.count / (2 * colours)]]
        }
        var owners = [Int](repeating: -1, count: points.count)
        for _ in 0..<rounds {
            var hasMoved = false
            var sums = [SIMD3<Float>](repeating: .zero, count: colours)
            var counts = [Float](repeating: 0, count: colours)
            for (index, point) in points.enumerated() {
                let owner = nearest(to: point, among: centres)
                hasMoved = hasMoved || owner != owners[index]
                owners[index] = owner
                sums[owner] += point
                counts[owner] += 1
            }
            for owner in centres.indices where counts[owner] > 0 {
                centres[owner] = sums[owner] / counts[owner]
            }
            // The same owners have the same centres, and those the same owners.
            guard hasMoved else { break }
        }
        return centres.indices.compactMap { owner in
            swatch(
                of: photo, pixels.indices.filter { owners[$0] == owner }.map { pixels[$0] },
                of: pixels.count)
        }.sorted { $0.share > $1.share }
    }

    /// The indices of the points from dark to light, equally light ones in their order.
    private static func ranks(of points: [SIMD3<Float>]) -> [Int] {
        // As integers, which sort ten times as fast: the bits of non-negative floating-point numbers keep their
        // order.
        points.indices.map { UInt64(max(0, points[$0].x).bitPattern) << 32 | UInt64($0) }
            .sorted().map { Int($0 & 0xFFFF_FFFF) }
    }

    private static func nearest(to point: SIMD3<Float>, among centres: [SIMD3<Float>]) -> Int {
        var best = 0
        var least = Float.infinity
        for (index, centre) in centres.enumerated() {
            let way = point - centre
            let distance = (way * way).sum()
            if distance < least { (best, least) = (index, distance) }
        }
        return best
    }

    private static func swatch(of photo: ColourRaster, _ members: [Int], of count: Int) -> Swatch? {
        guard !members.isEmpty else { return nil }
        let level = { (channel: Int) -> UInt8 in
            UInt8(members.reduce(0) { $0 + Int(photo.rgb[$1 * 3 + channel]) } / members.count)
        }
        return Swatch(
            red: level(0), green: level(1), blue: level(2),
            share: (Double(members.count) / Double(count)).rounded(to: 3))
    }
}
