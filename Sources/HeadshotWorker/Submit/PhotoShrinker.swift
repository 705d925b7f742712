import Decoding
public import Foundation
import Ground
public import JobQueue
public import Validation

/// Makes photos that are too large smaller, in decoding processes, before anything else is done with them.
///
/// The only place that decides whether a photo is made smaller: whatever takes photos in asks it.
public struct PhotoShrinker: Sendable {
    private let decoders: DecoderPool

    /// Creates a shrinker, which starts a process only for a photo that is too large.
    public init(_ decoders: DecoderPool) {
        self.decoders = decoders
    }

    /// What becomes of a photo's bytes.
    public enum Outcome: Sendable {
        /// They stay: they are small enough, or have another fault, which an ordinary check finds.
        case untouched
        /// They are too large, and cannot be made smaller: the findings say why.
        case refused(Inspection)
        /// The copy takes their place.
        case copy(Copy)
    }

    /// A photo that was made smaller.
    public struct Copy: Sendable {
        /// A JPEG within the limits of a photo.
        public let bytes: Data
        /// Its facts, and the notice that it was made smaller.
        public let inspection: Inspection
        /// The facts of the photo that it was made of.
        public let original: PhotoFacts
    }

    /// Makes a photo smaller if it is too large and has no other fault.
    ///
    /// The same bytes always become the same copy, so that a photo is recognized when it is handed in again.
    ///
    /// - Parameter owner: Whose photo it is; `nil` for one of this machine's own user.
    public func shrink(
        _ bytes: Data, of owner: Person? = nil
    ) async throws(WorkerError) -> Outcome {
        guard let inspection = Self.inspectionIfTooLarge(bytes) else { return .untouched }
        guard inspection.isAccepted, let facts = inspection.facts else {
            return .refused(inspection)
        }
        let reply = try await decoders.perform(.shrink, on: bytes, of: owner)
        guard let copy = reply.picture else {
            return .refused(Inspection(facts: facts, findings: reply.findings))
        }
        // It comes from a process that had a stranger's bytes.
        let inspected = HeaderInspector.inspect(copy)
        guard inspected.isAccepted, let copied = inspected.facts else {
            let finding = PhotoLimits.large.finding(
                givenUpBecause: "the decoder's answer made no sense")
            return .refused(Inspection(facts: facts, findings: [finding]))
        }
        let notice = copied.finding(madeSmallerFrom: facts)
        return .copy(
            Copy(
                bytes: copy,
                inspection: Inspection(
                    facts: copied, findings: [notice] + inspection.findings),
                original: facts))
    }

    /// Whether a photo is larger than the limits of a photo allow, whatever else is wrong with it.
    public static func isTooLarge(_ bytes: Data) -> Bool { inspectionIfTooLarge(bytes) != nil }

    /// Whether a photo is refused for nothing but its size, and could be made smaller.
    static func canShrink(_ bytes: Data) -> Bool {
        inspectionIfTooLarge(bytes)?.isAccepted ?? false
    }

    /// What the limits of larger photos say of a photo that is too large; nil for one that is not.
    private static func inspectionIfTooLarge(_ bytes: Data) -> Inspection? {
        let limits = PhotoLimits.standard
        let inspection = HeaderInspector.inspect(bytes)
        let side = inspection.facts.map { max($0.width, $0.height) } ?? 0
        guard !inspection.isAccepted,
            bytes.count > limits.byteCount.upperBound || side > limits.side.upperBound
        else { return nil }
        return HeaderInspector.inspect(bytes, limits: .large)
    }
}
