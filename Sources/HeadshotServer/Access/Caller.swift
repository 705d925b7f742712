import JobQueue

/// Who asks: the holder of a token, and the person for whom it asks.
struct Caller: Sendable {
    let access: Access
    /// The person that the request names.
    let person: Person?
    /// Whether the space has met the person.
    let isKnown: Bool

    var space: Space { access.space.space }

    /// The person, whom the request must name.
    func requirePerson() throws(Refusal) -> Person {
        guard let person else { throw .personMissing }
        return person
    }

    /// Throws unless the token allows it.
    func require(_ scope: Access.Scope) throws(Refusal) {
        guard access.allows(scope) else { throw .forbidden(scope) }
    }

    /// Throws unless the space offers it.
    func require(_ feature: SpaceSettings.Feature) throws(Refusal) {
        guard access.space.settings.features.contains(feature) else { throw .featureOff }
    }

    /// The jobs that the caller may see: those of the named person, or with the scope `read` of the whole space.
    func visible() throws(Refusal) -> JobFilter {
        if let person { return JobFilter(space: space, person: person) }
        guard access.allows(.read) else { throw .personMissing }
        return JobFilter(space: space)
    }

    /// Whether the caller may see a job; all others do not exist for it.
    func sees(_ job: Job) throws(Refusal) -> Bool {
        let visible = try visible()
        return job.person.space == space && (visible.person ?? job.person) == job.person
    }
}
