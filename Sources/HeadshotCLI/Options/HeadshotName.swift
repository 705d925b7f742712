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

    private let template: String

    /// Takes a template; throws a sentence that says what is wrong with it.
    init(_ template: String) throws {
        if template.replacing(/\{[^{}]*\}/, with: "").contains(where: { "{}".contains($0) }) {
            throw UsageError("A brace stands alone; fields are written as {person}.")
        }
        for match in template.matches(of: /\{([^{}]*)\}/)
        where Field(rawValue: String(match.1)) == nil {
            throw UsageError("There is no field \(match.0); there are \(Self.fields).")
        }
        if template.unicodeScalars.contains("/") {
            throw UsageError("A name must not hold a slash.")
        }
        if template.isEmpty { throw UsageError("A name must not be empty.") }
        self.template = template
    }

    /// The name of a job's headshot, without suffix; safe on every common file system.
    func stem(of job: Job, in zone: TimeZone) -> String {
        let name = template.replacing(/\{([^{}]*)\}/) { match in
            Field(rawValue: String(match.1)).map { Self.value(of: $0, job, in: zone) } ?? ""
        }
        return FileName.safe(name)
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
