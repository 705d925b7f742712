import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import PromptFactory

/// The name of exported headshots: a text with fields, such as `{person}-{style}`.
struct HeadshotName: Sendable {
    enum Field: String, CaseIterable {
        case person, style, angle, background, provider, job, photo, day
    }

    static let fields = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")

    private enum Part {
        case text(Substring)
        case field(Field)
    }

    private let parts: [Part]

    /// Parses a template; throws a sentence that says what is wrong with it.
    init(_ template: String) throws {
        var parts: [Part] = []
        var rest = template[...]
        while !rest.isEmpty {
            let text = rest.prefix { $0 != "{" && $0 != "}" }
            if !text.isEmpty { parts.append(.text(text)) }
            rest = rest.dropFirst(text.count)
            guard !rest.isEmpty else { break }
            guard let match = rest.prefixMatch(of: /\{([^{}]*)\}/) else {
                throw UsageError("A brace stands alone; fields are written as {person}.")
            }
            guard let field = Field(rawValue: String(match.1)) else {
                throw UsageError("There is no field \(match.0); there are \(Self.fields).")
            }
            parts.append(.field(field))
            rest = rest[match.range.upperBound...]
        }
        if template.unicodeScalars.contains("/") {
            throw UsageError("A name must not hold a slash.")
        }
        if parts.isEmpty { throw UsageError("A name must not be empty.") }
        self.parts = parts
    }

    /// The name of a job's headshot, without suffix; safe on every common file system.
    func stem(of job: Job, in zone: TimeZone) -> String {
        let name = parts.map { part in
            switch part {
            case .text(let text): String(text)
            case .field(let field): Self.value(of: field, job, in: zone)
            }
        }
        return FileName.safe(name.joined())
    }

    private static func value(of field: Field, _ job: Job, in zone: TimeZone) -> String {
        let style = HeadshotOrder(payload: job.payload)?.style
        return switch field {
        case .person: job.person.label
        case .style: job.workName
        case .angle: style?.angle.rawValue ?? "unknown"
        case .background: style?.background.rawValue ?? "unknown"
        case .provider: job.provider
        case .job: job.id.description
        case .photo:
            URL(filePath: job.inputName ?? "\(job.id)").deletingPathExtension().lastPathComponent
        case .day: String(TimeWords.minute(job.created, in: zone).prefix(10))
        }
    }
}
