import Ground
package import JobQueue

/// The limits of what is free in a space, with what of them is used: of a person, or of the space as a whole.
package struct LimitsAnswer: Encodable {
    /// One limit.
    package struct Usage: Encodable, Equatable {
        package let most: Int
        package let used: Int
    }

    /// By names such as `free_jobs`.
    private let lines: [String: Usage]

    /// Those of a person.
    package init(_ limits: SpaceLimits, ofPerson used: [FreeWork: Int]) {
        lines = Self.lines(limits, used, \.ofPerson)
    }

    /// Those of a space.
    ///
    /// - Parameter storedBytes: The bytes of the photos of all its persons.
    package init(_ limits: SpaceLimits, ofSpace used: [FreeWork: Int], storedBytes: Int) {
        var lines = Self.lines(limits, used, \.ofSpace)
        // What has begun counts, or a full megabyte would look like room.
        lines[SpaceLimits.Name.storage.member] = Usage(
            most: limits[.storage], used: storedBytes.addingClamped(999_999) / 1_000_000)
        self.lines = lines
    }

    private static func lines(
        _ limits: SpaceLimits, _ used: [FreeWork: Int], _ name: (FreeWork) -> SpaceLimits.Name
    ) -> [String: Usage] {
        Dictionary(
            uniqueKeysWithValues: FreeWork.allCases.map { work in
                (name(work).member, Usage(most: limits[name(work)], used: used[work] ?? 0))
            })
    }

    package func encode(to encoder: any Encoder) throws { try lines.encode(to: encoder) }
}

extension SpaceLimits.Name {
    /// The name as a member of JSON.
    package var member: String { rawValue.replacing("-", with: "_") }
}
