import Foundation
import JobQueue
import Testing

@testable import HeadshotWorker

extension Job {
    /// What lies beside the job's headshot.
    func sidecar() throws -> Sidecar {
        let picture = URL(filePath: try #require(result))
        let path = picture.deletingPathExtension().appendingPathExtension("json")
        let text = try String(contentsOf: path, encoding: .utf8)
        return try #require(JSON.value(Sidecar.self, from: text))
    }
}
