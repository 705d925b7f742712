import Foundation

/// A request as a server sees it.
struct ReceivedRequest {
    var firstLine: String
    /// By name, in lower case.
    var headers: [String: String] = [:]
    var body: String

    init(_ data: Data) {
        let text = String(decoding: data, as: UTF8.self)
        let halves = text.split(separator: "\r\n\r\n", maxSplits: 1)
        let lines = halves.first?.split(separator: "\r\n") ?? []
        firstLine = lines.first.map(String.init) ?? ""
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.last?.trimmingCharacters(in: .whitespaces)
        }
        body = halves.count == 2 ? String(halves[1]) : ""
    }
}
