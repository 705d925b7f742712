import Answers
import FaceFacts
import HeadshotWorker

/// Whether an analysis has its values under the names of ISO/IEC 29794-5, too.
enum ComponentNames {
    case own
    case iso
}

/// One component of ISO/IEC 29794-5 in the answer of `analyze --iso`.
struct ComponentAnswer: Encodable {
    private let component: QualityComponent

    init(_ component: QualityComponent) {
        self.component = component
    }

    func encode(to encoder: any Encoder) throws {
        let reading = component.reading
        try encoder.encode([
            "component": component.name.rawValue, "measured": reading != nil,
            "value": reading?.value, "word": reading?.word, "unit": reading?.unit,
            "quality": reading?.quality, "mapping": reading?.mapping?.rawValue,
            "how": component.how,
        ])
    }
}

extension AnalyzedPhoto {
    /// The components of ISO/IEC 29794-5 as text, with the names in one column; nil without an analysis.
    var componentWords: String? {
        guard let components = analysis?.facts.components else { return nil }
        var fields = FieldList()
        for component in components { fields.add(component.name.rawValue, component.words) }
        return fields.text
    }
}

extension QualityComponent {
    /// The value, its quality, and what it is: `96.3 px, quality 79 (standard): pixels between the eyes`.
    fileprivate var words: String {
        guard let how else { return "not measured" }
        guard let reading else { return "unknown in this photo: \(how)" }
        let quality = reading.quality.flatMap { quality in
            reading.mapping.map { ", quality \(quality) (\($0.rawValue))" }
        }
        return "\(reading.text)\(quality ?? ""): \(how)"
    }
}

extension QualityComponent.Reading {
    fileprivate var text: String {
        let parts = [value.map { "\($0)" }, word, unit]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
