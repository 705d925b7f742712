import Foundation
import JobQueue
import ObjectStore

/// What only the ``Keeper`` removes.
extension Janitor {
    /// Removes the files that jobs made, with those beside them; the jobs stay.
    ///
    /// - Parameter place: The place of headshots. If it is missing, nothing is removed.
    /// - Returns: The jobs whose files cannot be removed.
    func removeHeadshots(of jobs: [Job], from place: String) async throws -> Set<JobID> {
        let ids = jobs.map(\.id)
        let stuck = try await removeResults(of: ids, from: place)
        for batch in batches(of: ids, without: stuck) {
            try await store.noteResultsRemoved(of: batch)
        }
        return stuck
    }

    /// Removes the files of jobs that were removed before.
    ///
    /// - Returns: The jobs whose files cannot be removed.
    func removeLeftHeadshots(of jobs: [JobID], from place: String) async throws -> Set<JobID> {
        let stuck = try await removeResults(of: jobs, from: place)
        for batch in batches(of: jobs, without: stuck) {
            try await store.noteLeftHeadshotsRemoved(of: batch)
        }
        return stuck
    }

    private func batches(of jobs: [JobID], without stuck: Set<JobID>) -> [[JobID]] {
        let free = jobs.filter { !stuck.contains($0) }
        return stride(from: 0, to: free.count, by: Keeper.batch).map { start in
            Array(free[start..<min(start + Keeper.batch, free.count)])
        }
    }

    private func removeResults(of jobs: [JobID], from place: String) async throws -> Set<JobID> {
        guard !jobs.isEmpty else { return [] }
        let results = ResultStore(at: place, of: home)
        try await results.mustBeThere()
        let stuck = try await jobs.removed { _ = try await results.removeAll(of: $0) }
        for error in stuck.values {
            guard case .unusable(let file, let detail) = error else { continue }
            environment.report(.unusableFile(path: "\(file)", detail: detail))
        }
        return Set(stuck.keys)
    }

    /// Removes the bodies of answers that were written before a time, of jobs that have ended and are not uncertain.
    ///
    /// Of an uncertain one, a picture in a body may still be taken. What the queue does not know stays for `prune`.
    func removeOldAnswers(before moment: Date) async throws -> Int {
        var count = 0
        for object in try await home.bodies.list() where object.written < moment {
            guard let id = JobID(String(object.name.prefix { $0 != "-" })),
                let job = try await store.job(id)?.job,
                job.state.hasEnded, job.state != .uncertain
            else { continue }
            try await home.objects.remove([object.key])
            count += 1
        }
        return count
    }
}
