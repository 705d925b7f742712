import CrashPoints
public import Foundation

/// The numbers of the new jobs of one transaction.
///
/// Each is larger than every earlier one, including those of removed jobs and of a replaced queue.
package struct JobNumbers {
    private var last: Int64

    /// Takes the lock under which numbers are assigned, and looks up the last one.
    package init(now: Date, _ tx: any QueueTransaction) throws {
        try tx.lock(.numbers)
        last = max(try JobStore.lastID(tx), JobID(at: now).rawValue - 1)
    }

    /// The number of the next job.
    func next() throws -> JobID {
        guard let next = JobID(rawValue: last + 1) else {
            throw JobQueueError.refused(detail: "there are no numbers left")
        }
        return next
    }

    /// Goes on to the number after the next.
    mutating func advance() { last += 1 }
}

extension JobStore {
    /// Queues jobs, all or none; returns once they are on the disk.
    ///
    /// If the person has used a job's key before, the result is the existing job, whatever the new one asks for.
    public func submit(_ jobs: [NewJob], now: Date) throws(JobQueueError) -> [Submission] {
        try write { tx in
            var numbers = try JobNumbers(now: now, tx)
            let submissions = try jobs.map { try Self.insert($0, &numbers, now: now, tx) }
            CrashPoint.reach(.jobsInserted)
            return submissions
        }
    }

    /// Queues groups of jobs, each completely or not at all; returns once they are on the disk.
    ///
    /// - Parameters:
    ///   - isSame: Whether a job of the queue is what a new one of the same key asks for.
    ///   - kept: The photos that the caller has just put into the store; all others must be those of uploads.
    ///   - allowance: The limits that free jobs count for; `nil` for none. Throws ``JobQueueError/limitReached(_:)``, with
    ///     nothing queued, beyond them.
    /// - Returns: What became of each group, in their order; `nil` if a job would need a photo that is not kept, or that
    ///   is being removed: then nothing was queued.
    public func submit(
        _ groups: [JobGroup], now: Date, isSame: @Sendable (Job, NewJob) -> Bool,
        kept: Set<String>, within allowance: FreeAllowance? = nil
    ) throws(JobQueueError) -> [GroupSubmission]? {
        try write { tx in
            var numbers = try JobNumbers(now: now, tx)
            guard try Self.haveTheirPhotos(groups, kept, isSame: isSame, tx) else { return nil }
            let submissions = try groups.map { group -> GroupSubmission in
                switch try Self.state(of: group, isSame: isSame, tx) {
                case .keyTaken(let job): return .keyTaken(by: job)
                case .removed: return .removed
                case .open(let existing):
                    let jobs = try zip(group.jobs, existing).map { new, old in
                        try old.map(Submission.existing) ?? Self.insert(new, &numbers, now: now, tx)
                    }
                    return .taken(jobs)
                }
            }
            CrashPoint.reach(.jobsInserted)
            if let allowance {
                let queued = zip(groups, submissions).flatMap { group, submission in
                    submission.queued(among: group.jobs)
                }
                try Self.use(queued, within: allowance, tx)
            }
            return submissions
        }
    }

    /// Counts new jobs as free work: those that cost nothing, and the orders of the others.
    static func use(
        _ jobs: [NewJob], within allowance: FreeAllowance, _ tx: any QueueTransaction
    ) throws {
        let persons = Dictionary(grouping: jobs, by: \.person)
        for (person, jobs) in persons.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let free = jobs.count { $0.provider == allowance.provider }
            let isFull = try storedBytes(of: person.space, tx) >= allowance.limits.storedBytes
            if free > 0, isFull { throw JobQueueError.limitReached(.storage(allowance.limits)) }
            try use(free, of: .job, by: person, within: allowance, tx)
            try use(jobs.count - free, of: .order, by: person, within: allowance, tx)
        }
    }

    /// Whether the photos of all jobs that will be queued are in the store, and stay there.
    private static func haveTheirPhotos(
        _ groups: [JobGroup], _ kept: Set<String>, isSame: (Job, NewJob) -> Bool,
        _ tx: any QueueTransaction
    ) throws -> Bool {
        for group in groups {
            guard case .open(let existing) = try state(of: group, isSame: isSame, tx) else {
                continue
            }
            for (new, old) in zip(group.jobs, existing) where old == nil {
                for photo in new.inputs {
                    guard try kept.contains(photo) || isUploaded(photo, by: new.person, tx),
                        try !isMarked(photo, tx)
                    else { return false }
                }
            }
        }
        return true
    }

    /// Whether a photo is one that the person has handed in, and is still there.
    private static func isUploaded(
        _ photo: String, by person: Person, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.has(
            "upload WHERE photo = ? AND space = ? AND person = ? AND discarded = 0",
            [photo] + person.arguments)
    }

    /// What of some groups is in the queue already.
    public nonisolated func states(
        of groups: [JobGroup], isSame: @escaping @Sendable (Job, NewJob) -> Bool
    ) async throws(JobQueueError) -> [GroupState] {
        try await read { tx in
            try groups.map { try Self.state(of: $0, isSame: isSame, tx) }
        }
    }

    /// A person's job that has one of some keys; `nil` if there is none.
    public nonisolated func job(
        of person: Person, keys: [String]
    ) async throws(JobQueueError) -> Job? {
        try await read { tx in
            for key in keys {
                if let job = try Self.job(of: person, key: key, tx) { return job }
            }
            return nil
        }
    }

    private static func state(
        of group: JobGroup, isSame: (Job, NewJob) -> Bool, _ tx: any QueueTransaction
    ) throws -> GroupState {
        for key in group.otherKeys {
            guard let person = group.jobs.first?.person else { break }
            if let job = try self.job(of: person, key: key, tx) { return .keyTaken(by: job) }
        }
        var existing: [Job?] = []
        for new in group.jobs {
            var old = try new.key.flatMap { try self.job(of: new.person, key: $0, tx) }
            if let old, !isSame(old, new) { return .keyTaken(by: old) }
            if old == nil, group.isOnce { old = try alike(new, isSame: isSame, tx) }
            existing.append(old)
        }
        if existing.contains(nil), try wasRemoved(group, tx) { return .removed }
        return .open(existing)
    }

    /// The person's newest job that asks for the same as a new one, of the same photo; `nil` also where such jobs made nothing
    /// and cost nothing.
    private static func alike(
        _ new: NewJob, isSame: (Job, NewJob) -> Bool, _ tx: any QueueTransaction
    ) throws -> Job? {
        guard let photo = new.input?.photo else { return nil }
        let digest = PhotoName.digest(of: photo)
        return try tx.jobs(
            where: alikeSQL,
            new.person.arguments + [String(digest.prefix(16)), digest, "\(digest)/", mostAlike]
        ).first { isSame($0, new) }
    }

    /// The condition that finds a person's newest jobs of a photo that made something, or may yet.
    ///
    /// By the start of the photo's digest and by all of it: each submit has added a period and its own letters, and "/" follows
    /// the period.
    static let alikeSQL = """
        space = ? AND person = ? AND substr(input, 1, 16) = ?
            AND input IS NOT NULL AND input >= ? AND input < ?
            AND state <> 'rejected' AND state <> 'cancelled'
        ORDER BY id DESC LIMIT ?
        """

    /// More than there are styles of one photo, and few enough for a transaction.
    private static let mostAlike = 100

    private static func job(of person: Person, key: String, _ tx: any QueueTransaction) throws
        -> Job?
    {
        try tx.jobs(where: "space = ? AND person = ? AND key = ?", person.arguments + [key]).first
    }

    package static func insert(
        _ job: NewJob, _ numbers: inout JobNumbers, waitsForPhoto: Bool = false, now: Date,
        _ tx: any QueueTransaction
    ) throws -> Submission {
        let due = job.notBefore ?? now
        let reason: WaitReason = waitsForPhoto ? .photo : due > now ? .scheduled : .new
        let id = try numbers.next()
        let inserted = try tx.run(
            """
            INSERT INTO job (
                id, kind, payload, provider, space, person, key, input, input_name, second_input,
                priority, state, reason, due_at, retry_of, created_at, quoted_model, quoted_price,
                expires_at, most_a_day)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, person, key) WHERE key IS NOT NULL DO NOTHING
            """,
            [
                id.rawValue, job.kind.rawValue, job.payload, job.provider,
                job.person.space.rawValue, job.person.rawValue, job.key, job.input?.photo,
                job.input?.name.cleaned(atMost: LongestWords.name), job.secondInput,
                job.priority, reason.rawValue, due.milliseconds, job.retryOf?.rawValue,
                now.milliseconds, job.quote?.model, job.quote?.price,
                job.fleeting?.until.milliseconds, job.fleeting?.dailyLimit,
            ])
        if inserted == 1 {
            try requireMeans(for: job, tx)
            numbers.advance()
            return .queued(id)
        }
        guard let existing = try job.key.flatMap({ try self.job(of: job.person, key: $0, tx) })
        else {
            throw JobQueueError.refused(detail: "a job was neither queued nor found by its key")
        }
        return .existing(existing)
    }

    /// The largest number ever assigned, as far as the queue knows.
    static func lastID(_ tx: any QueueTransaction) throws -> Int64 {
        let last: Int64? = try tx.value(
            """
            SELECT max(id) FROM (
                SELECT max(id) AS id FROM job UNION ALL SELECT removed_job FROM mark) AS numbers
            """)
        // The next job could have no number.
        guard let id = JobID(rawValue: max(0, last ?? 0)) else {
            throw DamagedRow(column: "removed_job")
        }
        return id.rawValue
    }

    /// Prevents a number from being reused after its job is gone.
    static func markUsed(_ number: Int64, _ tx: any QueueTransaction) throws {
        try tx.run(
            """
            INSERT INTO mark VALUES (1, ?) ON CONFLICT (one) DO UPDATE
            SET removed_job = excluded.removed_job WHERE mark.removed_job < excluded.removed_job
            """, [number])
    }
}

extension GroupSubmission {
    /// Those of a group's jobs that are new in the queue.
    fileprivate func queued(among jobs: [NewJob]) -> [NewJob] {
        guard case .taken(let submissions) = self else { return [] }
        return zip(jobs, submissions).compactMap { job, submission in
            if case .queued = submission { job } else { nil }
        }
    }
}
