public import Foundation

/// Looks at the picture that a provider returned: whether it is one, whole, and large enough.
public enum HeadshotInspector {
    /// Reads the header of `bytes` and decodes every pixel once, without changing or holding them.
    public static func inspect(_ bytes: Data) async throws(ValidationError) -> Inspection {
        try await ImageLane.runPictureWork { _ throws(ValidationError) in
            let limits = PhotoLimits.headshot
            let inspection = try PhotoInspector.inspection(of: bytes, under: limits)
            guard inspection.isAccepted, let facts = inspection.facts else { return inspection }
            let isWhole = try VipsImage.withOpened(bytes, as: facts.format) {
                image throws(ValidationError) in image.decodesWholly()
            }
            guard isWhole != true else { return inspection }
            let finding = ReadableRules.undecodable(facts, under: limits)
            return Inspection(facts: facts, findings: inspection.findings + [finding])
        }
    }
}
