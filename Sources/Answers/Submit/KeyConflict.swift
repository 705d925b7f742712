import Ground
package import HeadshotWorker
package import JobQueue
import PromptFactory

/// An order whose key belongs to another order.
package struct KeyConflict {
    /// Why the photo is not queued, with both orders.
    package let refusal: RefusedPhoto

    package init(_ planned: PlannedOrder, _ job: Job, _ wording: Wording) {
        let order = planned.order
        let key = if case .name(let name) = order.key { name.printable } else { "its photo" }
        let pieces = order.pieces
        let work = pieces.count == 1 ? pieces[0].name : "\(pieces.count) styles"
        // Two photos can have one name.
        let other = job.input.map(PhotoName.digest) == planned.photo ? "of" : "of another photo,"
        let next = wording(.useAnotherKey).map { "; \($0)" } ?? ""
        refusal = RefusedPhoto(
            photo: order.photo.path, findings: [],
            problem: """
                \(order.photo.path.printable): the key '\(key)' belongs to another order, \(job.id): \
                \(job.workName) \(other) \((job.inputName ?? "").printable), by \
                \(job.provider.printable)\(Self.words(job.wantedBackdrop)). This one is \(work) of \(order.photo.name.printable), by \
                \(order.provider.rawValue)\(Self.words(order.wantedBackdrop)). Nothing of it was queued\(next).
                """)
    }

    private static func words(_ backdrop: Backdrop?) -> String {
        backdrop.map { " with the backdrop \($0.rawValue)" } ?? ""
    }
}

extension PhotoOrder {
    /// The wanted backdrop of headshots that are made here; `nil` if it differs among them, or if a model makes them.
    fileprivate var wantedBackdrop: Backdrop? {
        guard case .headshots(let wish) = wish, wish.provider == .local else { return nil }
        return wish.backdrop ?? (wish.styles.count == 1 ? wish.styles[0].background.backdrop : nil)
    }
}
