import FoundationEssentials

/// What the colours alone say about the band around an outline: which share of a pixel is the person's, and whether
/// that can be trusted.
///
/// The net sees hair as a blob, and a filter along edges keeps to what the net saw: strands beyond the blob are
/// lost, and the wall between strands stays. Before a plain wall that differs from the person the colours know better.
/// Surely known colours on both sides of the band are summed up as two bell curves, and each pixel of the band is
/// explained as a mixture of both: Chuang et al., "A Bayesian Approach to Digital Matting", 2001, with one cluster on each
/// side. The mixture is searched along one axis only, the one that separates both sides best (Fisher's).
///
/// Lengths are in eye distances; colours are 0 to 1. Constants were chosen by looking at the cut-outs of 56 photos.
struct ColourSplit {
    /// Alpha of the fine copy, changed as far as the colours can be trusted: not outside the band, before a restless wall,
    /// or where both sides look alike.
    let alpha: Plane

    init(of copy: FineCopy, _ before: Plane) {
        let model = ColourModel(of: copy.colours.halved(), before.halved(), copy.head.halved)
        var alpha = before
        var rows = ColourModel.Rows(of: model, width: alpha.width)
        for y in 0..<alpha.height {
            rows.move(to: y)
            for x in 0..<alpha.width {
                let trust = rows.trust(x)
                guard max(trust.more, trust.less) > 0.01 else { continue }
                let index = y * alpha.width + x
                let (share, fit) = rows.share(x, copy.colours.values[index])
                let change = share - alpha.values[index]
                alpha.values[index] += change * fit * (change < 0 ? trust.less : trust.more)
            }
        }
        self.alpha = alpha
    }
}
