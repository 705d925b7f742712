extension String {
    /// The name that was probably meant, if one is near enough: a third of the letters may be wrong.
    func nearest(in names: [String]) -> String? {
        let found = names.map { (name: $0, distance: distance(to: $0)) }
            .min { $0.distance < $1.distance }
        guard let found, found.distance <= max(count, found.name.count) / 3 else { return nil }
        return found.name
    }

    /// How many characters have to be put in, left out, replaced, or swapped with their neighbour.
    private func distance(to other: String) -> Int {
        let (a, b) = (Array(self), Array(other))
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = Swift.min(
                    last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = Swift.min(cost, before[j - 1] + 1)
                }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
