import Foundation
import TestSupport

/// The home that everything happens in, and the provider that is asked.
struct Ground: Sendable {
    let folder: String
    let emulator: EmulatorProcess
    /// The names of photos in the folder.
    let photos: [String]
    let variables: [String: String]
    /// What receives the webhooks of each space.
    let receivers: [String: WebhookReceiver]

    /// The spaces beside the command line's own, in all of which the same ids are other people.
    static let spaces = ["shop", thrifty]
    /// The space whose own budget is used up again and again.
    static let thrifty = "team"
    /// Where submitters and workers are; the queue's days are none of their business.
    static let zones = ["UTC", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"]

    var home: String { "\(folder)/home" }
    var results: String { "\(home)/results" }
    /// Where apps reach the queue.
    var socket: String { "\(folder)/http.sock" }

    /// Makes photos for a home that does not exist yet.
    init(folder: String, emulator: EmulatorProcess, seed: UInt64) throws {
        self.folder = folder
        self.emulator = emulator
        photos = try (0..<8).map { seed in
            let photo = try PhotoFixture.jpeg(width: 320, height: 320, seed: seed)
            try photo.write(to: URL(filePath: "\(folder)/photo-\(seed).jpg"))
            return "photo-\(seed).jpg"
        }
        receivers = try Dictionary(
            uniqueKeysWithValues: Self.spaces.enumerated().map { number, space in
                (space, try WebhookReceiver(seed: seed &+ UInt64(number)))
            })
        variables = [
            "HOME": folder, "HEADSHOT_HOME": "\(folder)/home", "GEMINI_API_KEY": "soak",
            "GOOGLE_GEMINI_BASE_URL": emulator.baseURL, "HEADSHOT_ISOLATION": "best",
            "HEADSHOT_LOG_FORMAT": "json",
            "HEADSHOT_PROMPTS": URL(filePath: #filePath).appending(path: "../../../prompts")
                .standardizedFileURL.path(percentEncoded: false),
        ]
    }
}

/// What `list --json` tells of a job.
struct ListedJob: Decodable {
    let id: String
    let state: String
    let reason: String
    let ended: Date?

    /// Reads the answer of a whole `list --json`.
    static func jobs(in json: String) throws -> [ListedJob] {
        struct List: Decodable { let jobs: [ListedJob] }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(List.self, from: Data(json.utf8)).jobs
    }
}
