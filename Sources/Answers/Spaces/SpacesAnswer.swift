package import Foundation
package import JobQueue

/// The spaces of a queue.
package struct SpacesAnswer: Encodable {
    /// One space.
    package struct Line: Encodable {
        package let name: String
        package let provider: String
        package let created: Date

        package init(_ record: SpaceRecord) {
            name = record.space.rawValue
            provider = record.provider
            created = record.created
        }
    }

    package let spaces: [Line]

    package init(_ records: [SpaceRecord]) {
        spaces = records.map(Line.init)
    }
}

extension Space {
    /// The name as it is told; `nil` for the command line's own space, which is not mentioned.
    package var named: String? { self == .commandLine ? nil : rawValue }
}
