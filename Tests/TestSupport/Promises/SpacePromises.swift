import Hashing
import Foundation

/// A job's photos, charges, headshot and deliveries belong to its own space and person.
func spacePromises(_ queue: QueueSight, _ requests: Requests) -> [String] {
    let jobs = Dictionary(uniqueKeysWithValues: queue.jobs.map { ($0.id, $0) })
    return sharedPhotos(queue) + sharedResults(queue.jobs) + mixedPhotos(requests, jobs)
        + queue.charges.compactMap { strayed($0, jobs[$0.job]) }
        + queue.deliveries.flatMap { broken($0, jobs[$0.job]) }
}

/// The names of photos are different even where two spaces handed in the same bytes.
private func sharedPhotos(_ queue: QueueSight) -> [String] {
    let uses =
        queue.jobs.flatMap { job in job.photos.map { (photo: $0, space: job.space) } }
        + queue.uploads.map { (photo: $0.photo, space: $0.space) }
    return Dictionary(grouping: uses, by: \.photo).mapValues { Set($0.map(\.space)) }
        .filter { $0.value.count > 1 }
        .map { "The photo \($0.key) belongs to \($0.value.count) spaces." }.sorted()
}

private func sharedResults(_ jobs: [QueueSight.Job]) -> [String] {
    Dictionary(grouping: jobs.filter { $0.result != nil }) { $0.result ?? "" }
        .filter { $0.value.count > 1 }
        .map { "\($0.key) is the result of \($0.value.count) jobs." }.sorted()
}

/// What is sent is made from the job's own photo: the same for two spaces only where both handed in the same bytes.
private func mixedPhotos(_ requests: Requests, _ jobs: [String: QueueSight.Job]) -> [String] {
    requests.jobsOfPhotos.compactMap { _, ids in
        let jobs = ids.compactMap { jobs[$0] }
        let digests = Set(jobs.flatMap(\.photos).map { $0.prefix(64) })
        guard digests.count > 1, Set(jobs.map(\.space)).count > 1 else { return nil }
        return "One photo was sent for jobs of several spaces: \(Set(ids).sorted())."
    }
    .sorted()
}

private func strayed(_ charge: QueueSight.Charge, _ job: QueueSight.Job?) -> String? {
    guard let job else { return nil }
    let isOwn = charge.space == job.space && (charge.person ?? job.person) == job.person
    return isOwn
        ? nil
        : "Charge \(charge.id) counts for \(charge.space)/\(charge.payer), not for its job's person."
}

private func broken(_ delivery: QueueSight.Delivery, _ job: QueueSight.Job?) -> [String] {
    guard let job else { return [] }
    var broken: [String] = []
    if delivery.space != job.space || delivery.person != job.person {
        broken.append(
            "Delivery \(delivery.id) is for \(delivery.space)/\(delivery.person), not for its job's person."
        )
    }
    let event = try? JSONDecoder().decode(JobEvent.self, from: Data(delivery.body.utf8))
    let isOfJob =
        event?.data.id == job.id && event?.data.person == label(job) && event?.data.key == job.key
    let isOfType = event.map { $0.type == delivery.type && $0.type == "job.\($0.data.state)" }
    if !isOfJob || isOfType != true {
        broken.append("Delivery \(delivery.id) does not describe its job.")
    }
    return broken
}

/// What an app is told of a person: the id, or a hash of one that proves who the person is.
private func label(_ job: QueueSight.Job) -> String {
    let isProof =
        job.person.wholeMatch(
            of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
    guard isProof else { return job.person }
    let hash = SHA256.hash(data: Data("\(job.space)/\(job.person)".utf8))
    return "person-\(hexadecimal(hash).prefix(12))"
}

private struct JobEvent: Decodable {
    struct Job: Decodable {
        let id: String
        let person: String
        let state: String
        let key: String?
    }
    let type: String
    let data: Job
}
