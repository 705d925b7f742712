import Foundation
import JobQueue
import Testing

@testable import HeadshotWorker

extension TestHome {
    /// What lies beside a job's headshot.
    func sidecar(of job: Job) async throws -> Sidecar {
        let headshot = try #require(try await resultStore.file(of: job))
        let bytes = try #require(try await headshot.beside("json").read())
        return try #require(JSON.value(Sidecar.self, from: String(decoding: bytes, as: UTF8.self)))
    }
}
