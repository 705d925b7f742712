import Foundation
import HeadshotClient

/// The steps of one app's main way, with what became of each.
@MainActor
final class Walk {
    let app: String
    /// A person whom the app has made up.
    let person = UUID().uuidString.lowercased()
    let api: HeadshotClientAPIConfiguration
    private(set) var rows: [String] = []
    private(set) var failures = 0

    init(_ app: String, _ url: String, token: String) {
        self.app = app
        api = HeadshotClientAPIConfiguration(
            basePath: url, customHeaders: ["Authorization": "Bearer \(token)"],
            apiResponseQueue: .global())
    }

    /// Does a step, and notes what came of it.
    ///
    /// - Returns: What the step returned; `nil` if it failed, or found something else than it expected.
    @discardableResult
    func step<Value: Sendable>(
        _ screen: String, _ operation: String, _ request: () async throws -> Value,
        expecting: (Value) throws -> Bool = { _ in true }
    ) async -> Value? {
        do {
            let value = try await request()
            guard try expecting(value) else {
                note(screen, operation, "another answer: \(String(describing: value).prefix(300))")
                return nil
            }
            note(screen, operation, nil)
            return value
        } catch let ErrorResponse.error(status, data, _, error) {
            let body = data.map { String(decoding: $0.prefix(300), as: UTF8.self) } ?? ""
            note(screen, operation, "\(status) \(body) \(error)")
        } catch {
            note(screen, operation, "\(error)")
        }
        return nil
    }

    private func note(_ screen: String, _ operation: String, _ problem: String?) {
        if problem != nil { failures += 1 }
        let result =
            problem.map { $0.replacing("\n", with: " ").replacing("|", with: "/") } ?? "works"
        rows.append("| \(screen) | `\(operation)` | \(result) |")
    }

    /// The walk as a part of a page.
    var page: String {
        (["", "## \(app)", "", "| screen | operation | result |", "|---|---|---|"] + rows)
            .joined(separator: "\n")
    }
}
