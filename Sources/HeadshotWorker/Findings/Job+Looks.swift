import Decoding
public import Ground
public import JobQueue

// Decodes JSON from the queue; nothing if another version of the program wrote it differently.

extension HeadshotMaking {
    /// How a headshot was made, by the outcome of its job.
    init?(ofOutcome outcome: String) {
        /// The part of a ``HeadshotAnalysis`` that a list needs.
        struct Made: Decodable { let making: HeadshotMaking? }
        guard let making = JSON.value(Made.self, from: outcome)?.making else { return nil }
        self = making
    }
}

extension Job {
    /// What was seen in the photo.
    public var photoFacts: JobFacts? { facts.flatMap { JSON.value(JobFacts.self, from: $0) } }

    /// The findings about the photo; empty before its analysis.
    public var photoFindings: [Finding] {
        findings.flatMap { JSON.value([Finding].self, from: $0) } ?? []
    }

    /// The outcome of an analysis.
    public var analysisOutcome: AnalysisOutcome? {
        guard kind == .analysis else { return nil }
        return outcome.flatMap { JSON.value(AnalysisOutcome.self, from: $0) }
    }

    /// What is behind the person in a headshot that was made here; nil before its end, and where a model made it.
    public var madeBackdrop: Backdrop? { making?.backdrop }

    /// Why a headshot that was made here is not before the wanted backdrop, for people; nil if it is.
    public var softening: String? { making?.sentence }

    private var making: HeadshotMaking? {
        guard kind == .headshot, provider == ProviderKind.local.rawValue else { return nil }
        return outcome.flatMap(HeadshotMaking.init(ofOutcome:))
    }

    /// The facts and findings of the headshot.
    public var headshotAnalysis: HeadshotAnalysis? {
        guard kind == .headshot else { return nil }
        return outcome.flatMap { JSON.value(HeadshotAnalysis.self, from: $0) }
    }
}
