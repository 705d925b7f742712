import Hashing
import Foundation

/// Every headshot and every analysis is whole, every photo that is needed is there, and nothing else is left.
func filePromises(
    _ files: any FileSight, _ queue: QueueSight, _ requests: Requests
) throws -> [String] {
    let results = try queue.jobs.filter { $0.state == "succeeded" }.flatMap { job -> [String] in
        switch job.kind {
        case "headshot": try brokenHeadshot(of: job, files, sent: requests.pictures(for: job.id))
        case "analysis": brokenAnalysis(of: job, files)
        default: []
        }
    }
    return results + photos(files, queue) + leftovers(files, queue)
}

private func brokenHeadshot(
    of job: QueueSight.Job, _ files: any FileSight, sent: [String]
) throws -> [String] {
    guard let name = job.result, let bytes = files.bytes(ofResult: name) else {
        return ["Job \(job.id) succeeded, and its headshot is not there."]
    }
    var broken: [String] = []
    let made = job.provider == "local" ? [] : [hexadecimal(SHA256.hash(data: bytes))]
    if sent != made {
        broken.append("Job \(job.id) succeeded, and its headshot is not the picture that was sent.")
    }
    let isWhole = bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == Data([0xFF, 0xD9])
    if job.provider == "local", !isWhole {
        broken.append("Job \(job.id) succeeded, and its headshot is not whole.")
    }
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    let json = files.bytes(ofResult: "\(stem).json") ?? Data()
    let facts = try? JSONSerialization.jsonObject(with: json) as? [String: Any]
    if facts?["job"] as? String != job.id {
        broken.append("Job \(job.id) succeeded, and its sidecar is missing or damaged.")
    }
    let headshots = files.names(in: "results")
        .filter { $0.hasPrefix("\(job.id)-") && !$0.hasSuffix("json") }
    if headshots.count > 1 { broken.append("Job \(job.id) has \(headshots.count) headshots.") }
    return broken
}

/// An analysis is whole, and has been made of as many photos as were ordered.
private func brokenAnalysis(of job: QueueSight.Job, _ files: any FileSight) -> [String] {
    let json = job.result.flatMap { files.bytes(ofResult: $0) } ?? Data()
    guard let facts = try? JSONSerialization.jsonObject(with: json) as? [String: Any] else {
        return ["Job \(job.id) succeeded, and its analysis is missing or damaged."]
    }
    let seen = facts["side"] == nil ? 1 : 2
    return seen == job.photos.count
        ? [] : ["Job \(job.id) has \(job.photos.count) photos, and its analysis has \(seen)."]
}

private func photos(_ files: any FileSight, _ queue: QueueSight) -> [String] {
    let needed = Set(
        queue.jobs.filter { ["waiting", "running"].contains($0.state) && $0.reason != "answered" }
            .flatMap(\.photos))
    let damaged = needed.sorted().filter { photo in
        let bytes = files.bytes(of: "photos/\(photo)")
        return bytes.map { hexadecimal(SHA256.hash(data: $0)) } != String(photo.prefix(64))
    }
    let known = Set(queue.jobs.flatMap(\.photos) + queue.uploads.map(\.photo))
    let unneeded = files.swept(in: "photos").filter { !known.contains($0) }
    return damaged.map { "The photo \($0) is needed, and not there as it was." }
        + unneeded.map { "No job needs photos/\($0), and it is left." }
}

func leftovers(_ files: any FileSight, _ queue: QueueSight) -> [String] {
    let answered = Set(queue.jobs.filter { $0.reason == "answered" }.map(\.id))
    let spooled = files.names(in: "spool").filter { name in
        !answered.contains(String(name.prefix { $0 != "-" }))
    }.map { "spool/\($0)" }
    let workers = files.names(in: "workers").map { "workers/\($0)" }
    let unfinished = ["photos", "answers", "results"].flatMap { folder in
        files.names(in: folder).filter { $0.hasPrefix(".") }.map { "\(folder)/\($0)" }
    }
    return (spooled + workers + unfinished).map { "\($0) is left behind." }
}

/// Dates every file that a crash can leave back by two days, so that `prune` takes it for what it is.
public func ageLeftovers(home: String, results: String) throws {
    let date = Date(timeIntervalSinceNow: -2 * 86_400)
    for folder in ["photos", "spool", "answers"].map({ "\(home)/\($0)" }) + [results] {
        for name in namesOfFiles(in: folder) {
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: "\(folder)/\(name)")
        }
    }
}
