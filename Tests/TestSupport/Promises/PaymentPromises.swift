import Foundation

/// What a store has of the payments of a queue on a server says the same as the charges, and came before the requests.
func paymentPromises(
    _ store: StoreSight, _ queue: QueueSight, _ ledger: [LedgerEntry]
) -> [String] {
    var broken: [String] = []
    var papers: [String: [String: StoredObject]] = [:]
    for (key, object) in store.objects where key.hasPrefix("payments/") {
        let name = (key as NSString).lastPathComponent.split(separator: ".").map(String.init)
        guard name.count == 2 else {
            broken.append("\(key) is nothing that is kept of payments.")
            continue
        }
        papers[name[0], default: [:]][name[1]] = object
    }
    var names: [Int64: String] = [:]
    for (job, charges) in Dictionary(grouping: queue.charges, by: \.job) {
        for (number, charge) in charges.sorted(by: { $0.id < $1.id }).enumerated() {
            names[charge.id] = "\(job)-\(number + 1)"
        }
    }
    for name in papers.keys.sorted() where !names.values.contains(name) {
        broken.append("The store knows of a payment \(name), and the queue does not.")
    }
    for charge in queue.charges {
        broken += brokenPapers(names[charge.id].flatMap { papers[$0] } ?? [:], charge)
    }
    for entry in ledger {
        let charge = queue.charges.first { "\($0.job)-\($0.id)" == entry.requestID }
        guard let charge, let name = names[charge.id] else { continue }
        broken += brokenFence(papers[name]?["charge"], entry)
    }
    return broken
}

/// Compares what the store has of one charge with its row.
private func brokenPapers(
    _ papers: [String: StoredObject], _ charge: QueueSight.Charge
) -> [String] {
    var broken: [String] = []
    if papers["charge"] == nil, charge.state != "free" {
        broken.append("Charge \(charge.id) is \(charge.state), and has no fence in the store.")
    }
    let words = Set(papers.keys).subtracting(["charge"])
    if words.isSuperset(of: ["paid", "free"]) {
        broken.append("The store says that charge \(charge.id) is paid, and that it is free.")
    }
    guard let paper = papers[charge.state] else {
        let fence = papers["charge"].flatMap {
            try? JSONDecoder().decode(Fence.self, from: $0.bytes)
        }
        // A fence alone says that nobody knows; one that forbids the request, and none, that it was free.
        let alone = fence.map { $0.isVoid ? "free" : "unknown" } ?? "free"
        if words.isEmpty, alone == charge.state { return broken }
        let said = words.isEmpty ? "nothing" : words.sorted().joined(separator: ", ")
        return broken + ["Charge \(charge.id) is \(charge.state), and the store says \(said)."]
    }
    let line = try? JSONDecoder().decode(Paper.self, from: paper.bytes).line
    if line?.state != charge.state || line?.cost != charge.cost
        || line?.estimate != charge.estimate || line?.kind != charge.kind
    {
        broken.append("Charge \(charge.id) differs from what the store says of it.")
    }
    return broken
}

/// Compares a request with the object that let it be sent.
private func brokenFence(_ fence: StoredObject?, _ entry: LedgerEntry) -> [String] {
    let request = "Request \(entry.requestID ?? "?")"
    guard let fence else { return ["\(request) was sent without a fence in the store."] }
    // The end of the millisecond in which it came.
    let sent = Date(timeIntervalSince1970: Double(entry.timeMilliseconds + 1) / 1000)
    var broken: [String] = []
    if fence.written > sent { broken.append("\(request) was sent before its fence was there.") }
    if (try? JSONDecoder().decode(Fence.self, from: fence.bytes).isVoid) != false {
        broken.append("\(request) was sent, and its fence forbids it.")
    }
    return broken
}

private struct Fence: Decodable {
    let isVoid: Bool
}

private struct Paper: Decodable {
    struct Line: Decodable {
        let state: String
        let kind: String
        let cost: Int?
        let estimate: Int?
    }
    let line: Line
}
