/// The person with the given face, without anything else that was taken for a person.
struct MainBody {
    /// The pixels of that person.
    let mask: Mask
    /// The size of everything else, relative to that person.
    let lost: Float

    /// Finds the person among the pixels that may belong to one, on a coarse grid.
    init(in people: Mask, _ head: Head) {
        let pieces = people.pieces()
        let main = pieces.max { Self.pull(of: $0, people, head) < Self.pull(of: $1, people, head) }
        let count = main?.count ?? 0
        mask = people.only(main ?? [])
        lost = Float(people.count - count) / Float(max(count, 1))
    }

    /// How much of the face a piece has; if no piece has any, its size decides.
    private static func pull(of piece: [Int], _ people: Mask, _ head: Head) -> Float {
        let inFace = piece.count {
            let x = Float($0 % people.width) + 0.5
            let y = Float($0 / people.width) + 0.5
            return head.faceReach(x, y) < 1
        }
        return Float(inFace) + Float(piece.count) * 1e-6
    }
}
