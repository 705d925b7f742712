package import JobQueue

/// The results of a command on several jobs.
package struct DecisionAnswer: Encodable {
    /// The jobs, in the order in which they were worked on.
    package var jobs: [DecidedJob] = []

    package init() {}
}

/// What a command did with one job.
package struct DecidedJob: Encodable {
    package let id: JobID
    /// Whether it was done as requested.
    package let done: Bool
    /// The job's state.
    package var state: JobState?
    /// The job that repeats it.
    package var newJob: JobID?
    /// The path of its headshot.
    package var result: String?
    /// Why it was not done.
    package var sentence: String?

    package init(
        id: JobID, done: Bool, state: JobState? = nil, newJob: JobID? = nil, result: String? = nil,
        sentence: String? = nil
    ) {
        self.id = id
        self.done = done
        self.state = state
        self.newJob = newJob
        self.result = result
        self.sentence = sentence
    }

    /// The same as a line for people.
    package var words: String {
        [id.description, state?.rawValue, newJob?.description].compactMap { $0 }
            .joined(separator: "  ")
    }
}
