package import HeadshotWorker
package import JobQueue
import PromptFactory
import Studio

/// An order whose key belongs to another one.
package struct KeyConflict {
    /// Why the photo is not queued, with both orders.
    package let refusal: RefusedPhoto

    package init(_ planned: PlannedOrder, _ job: Job, _ wording: Wording) {
        let order = planned.order
        let key = if case .name(let name) = order.key { name.printable } else { "its photo" }
        let styles = order.styles.count == 1 ? order.styles[0].name : "\(order.styles.count) styles"
        let backdrop = order.styles.count == 1 ? order.styles[0].background.backdrop : nil
        let wanted = order.provider == .local ? order.backdrop ?? backdrop : nil
        // Two photos can have one name.
        let other = job.input == planned.photo ? "of" : "of another photo,"
        let next = wording(.useAnotherKey).map { "; \($0)" } ?? ""
        refusal = RefusedPhoto(
            photo: order.photo.path, findings: [],
            problem: """
                \(order.photo.path.printable): the key '\(key)' belongs to another order, \(job.id): \
                \(job.styleName ?? "an unknown style") \(other) \((job.inputName ?? "").printable), by \
                \(job.provider.printable)\(Self.words(job.wantedBackdrop)). This one is \(styles) of \(order.photo.name.printable), by \
                \(order.provider.rawValue)\(Self.words(wanted)). Nothing of it was queued\(next).
                """)
    }

    private static func words(_ backdrop: Backdrop?) -> String {
        backdrop.map { " with the backdrop \($0.rawValue)" } ?? ""
    }
}
