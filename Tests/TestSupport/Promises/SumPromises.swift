/// The counts and sums that a queue keeps, by what they are of.
enum KeptSums {
    static let query = """
        SELECT 'jobs ' || state AS name, sum(jobs) AS n FROM job_count GROUP BY state
        UNION ALL SELECT 'charges ' || state, sum(charges) FROM provider_sum GROUP BY state
        UNION ALL SELECT 'money ' || day || ' ' || space, sum(held) FROM day_sum GROUP BY day, space
        UNION ALL SELECT 'money in all ' || space, sum(held) FROM space_sum GROUP BY space
        UNION ALL SELECT 'person ' || space || ' ' || person, sum(charges) FROM person_sum
            GROUP BY space, person
        """

    struct Row: Decodable {
        let name: String
        let n: Int
    }

    /// The same, counted anew.
    static func counted(_ queue: QueueSight) -> [String: Int] {
        var sums: [String: Int] = [:]
        for job in queue.jobs { sums["jobs \(job.state)", default: 0] += 1 }
        for charge in queue.charges {
            sums["charges \(charge.state)", default: 0] += 1
            guard charge.state != "free" else { continue }
            let held = charge.cost ?? charge.bound ?? charge.estimate ?? 0
            sums["money \(charge.day) \(charge.space)", default: 0] += held
            sums["money in all \(charge.space)", default: 0] += held
            sums["person \(charge.space) \(charge.person ?? "")", default: 0] += 1
        }
        return sums
    }
}

/// The kept counts and sums are those of the jobs and charges.
func sumPromises(_ queue: QueueSight) -> [String] {
    let counted = KeptSums.counted(queue)
    return Set(counted.keys).union(queue.sums.keys).sorted().compactMap { name in
        let (kept, found) = (queue.sums[name] ?? 0, counted[name] ?? 0)
        return kept == found ? nil : "The queue keeps \(kept) of '\(name)', and has \(found)."
    }
}
