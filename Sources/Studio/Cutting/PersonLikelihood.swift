import Nets

/// Six looks at a crop: the whole, the enlarged head, and the body, each normal and mirrored.
struct PersonLikelihood {
    /// The likelihood that a pixel of the fine copy belongs to a person.
    let likelihood: Plane
    /// How well the looks agree around the head: the smaller of two overlaps.
    let agreement: Float
    /// The most that any look at the whole or at the body gives a pixel, on a grid of half the fine copy's size.
    let anywhere: Plane

    /// The side of the square around the head in eye distances; its middle is between the eyes.
    private static let headSide: Float = 5.4
    /// The weight of the look at the head, compared to the one at the whole.
    private static let headWeight: Float = 0.6
    /// In eye distances below the eyes: the looks may differ further down.
    private static let agreeingDepth: Float = 1.6

    init(at copy: FineCopy, _ net: PersonNet) {
        let all = Window(of: copy.colours)
        let head = Self.headWindow(copy)
        let direct = net.look(at: copy.colours, all)
        let mirrored = net.look(at: copy.colours, all, isMirrored: true)
        let whole = direct.merged(with: mirrored) { ($0 + $1) / 2 }
        let near = net.look(at: copy.colours, head)
            .merged(with: net.look(at: copy.colours, head, isMirrored: true)) { ($0 + $1) / 2 }
        likelihood = Self.joined(whole, near, head, copy)
        anywhere = Self.anywhere(whole, copy, net)
        agreement = min(
            Self.overlap(copy, head) { x, y in (direct.value(all, x, y), mirrored.value(all, x, y))
            },
            Self.overlap(copy, head) { x, y in (whole.value(all, x, y), near.value(head, x, y)) })
    }

    /// The whole again without the part above the body, in the crop's own shape and not squeezed into a square: an arm in
    /// the shade before a wall in the shade is hardly seen otherwise.
    private static func anywhere(_ whole: Plane, _ copy: FineCopy, _ net: PersonNet) -> Plane {
        let all = Window(of: copy.colours)
        let window = Window(
            left: 0, top: max(all.bottom - all.right, 0), right: all.right, bottom: all.bottom)
        let body = net.look(at: copy.colours, window)
            .merged(with: net.look(at: copy.colours, window, isMirrored: true)) { ($0 + $1) / 2 }
        return Plane(
            width: (copy.colours.width + 1) / 2, height: (copy.colours.height + 1) / 2
        ) { column, row in
            let (x, y) = (Float(column) * 2 + 1, Float(row) * 2 + 1)
            let value = whole.value(all, x, y)
            return y < window.top ? value : max(value, body.value(window, x, y))
        }
    }

    private static func headWindow(_ copy: FineCopy) -> Window {
        let half = headSide * copy.head.unit / 2
        let (width, height) = (Float(copy.colours.width), Float(copy.colours.height))
        // At least a pixel of it is in the picture, wherever the head is said to be.
        let left = min(max(copy.head.x - half, 0), width - 1)
        let top = min(max(copy.head.y - half, 0), height - 1)
        return Window(
            left: left, top: top, right: max(min(copy.head.x + half, width), left + 1),
            bottom: max(min(copy.head.y + half, height), top + 1))
    }

    /// The look at the head has less weight towards those edges of its square that are not the picture's.
    private static func joined(
        _ whole: Plane, _ near: Plane, _ head: Window, _ copy: FineCopy
    ) -> Plane {
        let all = Window(of: copy.colours)
        let soft = copy.head.unit / 2
        return Plane(width: copy.colours.width, height: copy.colours.height) { column, row in
            let (x, y) = (Float(column) + 0.5, Float(row) + 0.5)
            let value = whole.value(all, x, y)
            guard x > head.left, x < head.right, y > head.top, y < head.bottom else { return value }
            var weight: Float = 1
            if head.left > 0 { weight = min(weight, (x - head.left) / soft) }
            if head.right < all.right { weight = min(weight, (head.right - x) / soft) }
            if head.top > 0 { weight = min(weight, (y - head.top) / soft) }
            if head.bottom < all.bottom { weight = min(weight, (head.bottom - y) / soft) }
            return value + (near.value(head, x, y) - value) * weight * headWeight
        }
    }

    /// The share on which two looks agree of all that one of them takes for a person around the head.
    private static func overlap(
        _ copy: FineCopy, _ head: Window, _ looks: (Float, Float) -> (Float, Float)
    ) -> Float {
        var (both, either) = (0, 0)
        let bottom = min(head.bottom, copy.head.y + agreeingDepth * copy.head.unit)
        for y in stride(from: head.top + 0.5, to: bottom, by: 2) {
            for x in stride(from: head.left + 0.5, to: head.right, by: 2) {
                let (one, other) = looks(x, y)
                if one > 0.5 && other > 0.5 { both += 1 }
                if one > 0.5 || other > 0.5 { either += 1 }
            }
        }
        return Float(both) / Float(max(either, 1))
    }
}

extension Plane {
    /// The value at a point of the picture whose window this look covers.
    @inline(__always)
    func value(_ window: Window, _ x: Float, _ y: Float) -> Float {
        value(
            at: (x - window.left) * Float(width) / (window.right - window.left),
            (y - window.top) * Float(height) / (window.bottom - window.top))
    }
}
