public import Ground
public import JobQueue

// What the queue keeps as JSON, read again; nothing where another version of the program wrote it otherwise.

extension Job {
    /// What was seen in the photo.
    public var photoFacts: JobFacts? { facts.flatMap { JSON.value(JobFacts.self, from: $0) } }

    /// What was said of the photo; empty while nobody looked.
    public var photoFindings: [Finding] {
        findings.flatMap { JSON.value([Finding].self, from: $0) } ?? []
    }

    /// What came of an analysis.
    public var analysisOutcome: AnalysisOutcome? {
        guard kind == .analysis else { return nil }
        return outcome.flatMap { JSON.value(AnalysisOutcome.self, from: $0) }
    }

    /// What was seen in the headshot, and said of it.
    public var headshotLook: HeadshotLook? {
        guard kind == .headshot else { return nil }
        return outcome.flatMap { JSON.value(HeadshotLook.self, from: $0) }
    }
}
