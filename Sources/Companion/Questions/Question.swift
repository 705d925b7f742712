package import Foundation
package import JobQueue

/// What a model is asked about a person's things, once.
package struct Question: Sendable {
    /// The name by which nothing is asked twice, such as `praise/550e8400`; a person's own.
    package var key: String
    /// What sort of work it is.
    package var kind: JobKind
    /// What the model gets, as JSON.
    package var payload: String
    /// The photo that the model looks at, by its name in the store; `nil` for words alone.
    ///
    /// The job waits until ``JobStore/releaseHeldJob(_:with:now:)`` says that the photo is there: so the queue knows it before the disk
    /// does, and it goes with the job, whatever happens in between.
    package var photo: String?
    package var provider: String
    /// How long it is worth an answer, and how many a day there may be.
    package var fleeting: Fleeting
    /// Where the person is, whose day the answers count for; `nil` is where the queue's days begin.
    package var zone: TimeZone?
}

/// What became of a question.
package enum Reply: Sendable, Equatable {
    /// It was not asked.
    case none
    /// Its job goes on.
    case pending(JobID)
    /// The model's answer, as JSON, and who gave it.
    case answered(String, provider: String)
    /// There is no answer, and there will never be one.
    case gone(reason: String)
}
